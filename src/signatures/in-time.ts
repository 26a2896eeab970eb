import { within } from '../within.ts';
import type { Soon } from './signatures.ts';

/** How long a module of signatures may take for a message: a promise of it may never settle. */
export const SIGNATURE_SECONDS = 5;

const LATE = Symbol('late');

/**
 * What a function of a module of signatures gives.
 * @throws Error after five seconds without a result, and what the module throws
 */
export async function inTime<T>(result: Soon<T>): Promise<T> {
  const given = await within<T | typeof LATE>(Promise.resolve(result), SIGNATURE_SECONDS * 1000, () => LATE);
  if (given === LATE) throw new Error(`no result within ${SIGNATURE_SECONDS} seconds`);
  return given;
}
