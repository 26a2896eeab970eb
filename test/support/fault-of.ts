import { expect } from 'vitest';
import { Fault } from '../../src/errors.ts';

/** The fault that work ends with; fails where it ends with anything else. */
export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const fault = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(Fault);
  return fault as Fault;
}
