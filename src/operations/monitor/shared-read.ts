/** The result of a read, and whether it is fresh. */
export interface SharedResult<T> {
  /** Undefined if no read has ever succeeded. */
  readonly value: T | undefined;
  readonly isFresh: boolean;
}

/** So many times as long as somebody waits. */
const FORGOTTEN_AFTER = 12;

/**
 * Makes one look do for all who ask while it is under way, and for a while after. Who asks waits for so long at most:
 * then, or where the look fails, the last that was seen is given, and what is under way goes on for those who ask later;
 * one that never ends is forgotten after some times as long.
 */
export function sharedRead<T>(
  read: () => Promise<T>,
  keptMilliseconds: number,
  mostMilliseconds: number,
): () => Promise<SharedResult<T>> {
  let last: T | undefined;
  let current: Promise<SharedResult<T>> | undefined;

  const forget = (own: Promise<SharedResult<T>>, milliseconds: number) => {
    setTimeout(() => {
      if (current === own) current = undefined;
    }, milliseconds).unref();
  };
  const see = async (): Promise<SharedResult<T>> => {
    try {
      last = await read();
      return { value: last, isFresh: true };
    } catch {
      // Whoever is asked reports it in its own log; here it only shows that there is nothing newer.
      return { value: last, isFresh: false };
    }
  };
  const begin = (): Promise<SharedResult<T>> => {
    const own = see();
    own.finally(() => forget(own, keptMilliseconds));
    forget(own, FORGOTTEN_AFTER * mostMilliseconds);
    return own;
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
