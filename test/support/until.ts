import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is true; the limit of a test ends what never becomes true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}
