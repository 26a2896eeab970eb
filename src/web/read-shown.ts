import { stampOf } from '../books/shown/store-stamp.ts';
import type { Session } from '../database/store.ts';
import { readAtOnce } from '../database/store-in-turn.ts';
import type { SignedInVisit } from './visit.ts';

/**
 * Reads what a page shows, at one moment of the store, and keeps it until something in the store changes.
 * @param key names everything else that the result depends on, but for the merchants that the reader may see
 */
export function readShown<T>(
  { store, remembered, account }: Pick<SignedInVisit, 'store' | 'remembered' | 'account'>,
  key: string,
  read: (session: Session) => Promise<T>,
): Promise<T> {
  return readAtOnce(store, async (session) => {
    const whole = JSON.stringify([key, account.merchants ?? null]);
    return remembered.read(await stampOf(session), whole, () => read(session));
  });
}
