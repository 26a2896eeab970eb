import { LONGEST_TIMER } from './longest-timer.ts';

/** The result of a promise, or that of `instead` if the promise takes longer than the given time. */
export async function within<T>(promise: Promise<T>, milliseconds: number, instead: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    const wait = (left: number) => {
      timer = setTimeout(
        () => (left > LONGEST_TIMER ? wait(left - LONGEST_TIMER) : resolve(instead())),
        Math.min(left, LONGEST_TIMER),
      );
    };
    wait(milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
