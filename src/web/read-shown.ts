import type { Session } from '../database/store.ts';
import { readAtOnce } from '../database/store-in-turn.ts';
import type { SignedInVisit } from './visit.ts';

/**
 * Reads what a page shows, at one moment of the store, and keeps it until something in the store changes. Who waits for
 * another's reading holds no connection meanwhile.
 * @param key names everything else that the result depends on, but for the merchants that the reader may see
 */
export async function readShown<T>(
  { store, remembered, stamp, account }: Pick<SignedInVisit, 'store' | 'remembered' | 'stamp' | 'account'>,
  key: string,
  read: (session: Session) => Promise<T>,
): Promise<T> {
  const whole = JSON.stringify([key, account.merchants ?? null]);
  // What is read is at least as new as the stamp: if it is newer, the next request has another stamp.
  return remembered.read(await stamp(), whole, () => readAtOnce(store, read));
}
