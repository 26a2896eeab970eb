/**
 * Lets requests that come at once share a reading. Who asks while one is under way waits for the next one, which begins
 * after all of them have asked: nobody is given what was read before they asked, and however many ask, about one reading
 * is under way.
 */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const reading = read();
    current = reading;
    const end = () => {
      if (current === reading) current = undefined;
    };
    reading.then(end, end);
    return reading;
  };
  return () => {
    if (current === undefined) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
