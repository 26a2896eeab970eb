import { resolve } from 'node:path';
import { claimFile } from '../database/locks.ts';
import type { Session } from '../database/store.ts';

/**
 * Claims a file for the transaction at hand, so that of several ingests that are given the same folder each reads other
 * files. A claim only spares work: that nothing is kept twice is seen to when a file is kept, by its bytes.
 * @returns false if another has claimed it
 */
export function claimSource(session: Session, name: string, wait: boolean): Promise<boolean> {
  return claimFile(session, resolve(name), wait);
}
