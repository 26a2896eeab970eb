/** What a look gave, and whether it is of now. */
export interface Seen<T> {
  /** Undefined if no look has ever given anything. */
  readonly value: T | undefined;
  readonly isFresh: boolean;
}

/**
 * Makes one look do for all who ask while it is under way, and for a while after. Who asks waits for so long at most:
 * then, or where the look fails, the last that was seen is given, and what is under way goes on for those who ask later.
 */
export function sharedLook<T>(
  look: () => Promise<T>,
  keptMilliseconds: number,
  mostMilliseconds: number,
): () => Promise<Seen<T>> {
  let last: T | undefined;
  let current: Promise<Seen<T>> | undefined;

  const begin = async (): Promise<Seen<T>> => {
    try {
      last = await look();
      return { value: last, isFresh: true };
    } catch {
      // Whoever is asked reports it in its own log; here it only shows that there is nothing newer.
      return { value: last, isFresh: false };
    } finally {
      setTimeout(() => {
        current = undefined;
      }, keptMilliseconds).unref();
    }
  };

  return async () => {
    current ??= begin();
    return within(current, mostMilliseconds, () => ({ value: last, isFresh: false }));
  };
}

/** What comes of a promise, or instead of it after so many milliseconds. */
export async function within<T>(promise: Promise<T>, milliseconds: number, instead: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(instead()), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
