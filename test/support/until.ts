import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is true; the limit of a test ends what never becomes true. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}
