/** The result of a read, and whether it is fresh. */
export interface SharedResult<T> {
  /** Undefined if no read has ever succeeded. */
  readonly value: T | undefined;
  readonly isFresh: boolean;
}

/** Multiple of the longest wait. */
const FORGOTTEN_AFTER = 12;

/**
 * Shares one read between all callers while it is in progress, and for a while after. A caller waits for a limited time:
 * after that, or if the read fails, it gets the last result, and the read continues for later callers. A read that never
 * ends is abandoned after a multiple of that time.
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
