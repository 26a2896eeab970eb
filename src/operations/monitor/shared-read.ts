import { within } from '../../within.ts';

/** The result of a read, and whether it is fresh. */
export interface SharedResult<T> {
  /** Undefined if no read has ever succeeded. */
  readonly value: T | undefined;
  readonly isFresh: boolean;
}

/** Factor by which the maximum wait is multiplied. */
const FORGOTTEN_AFTER = 12;

/**
 * Shares the result of one read between all callers, during the read and for some time after it. A caller waits for a
 * limited time. If the read fails or takes longer, the caller gets the last result, and the read continues for later
 * callers. A read that never ends is abandoned after a multiple of that time.
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
      // The reader logs its own errors. Here it only matters that there is no newer result.
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
