import { addUser } from '../../src/access/change-users.ts';
import { signInWithPassword } from '../../src/access/sign-in.ts';
import type { NewUser } from '../../src/access/user-changes.ts';
import { findBrokenEntry } from '../../src/audit/audit-trail.ts';
import type { Store } from '../../src/database/store.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { instant } from '../export/books.ts';

export const PASSWORD = 'a long and plain sentence';
export const LIMITS = parseSettings({}).page;
export const START = instant('2026-11-20T12:00:00Z');
export const ROOT = { at: START, who: 'root' } as const;

/** The start and so many seconds. */
export function after(seconds: number): Instant {
  return { seconds: START.seconds + seconds, micros: 0 };
}

export function add(store: Store, name: string, more: Partial<NewUser> = {}) {
  return addUser(store, ROOT, { name, role: 'viewer', password: PASSWORD, ...more });
}

/** Signs in at so many seconds after the start. */
export function signIn(
  store: Store,
  name: string,
  seconds: number,
  { password = PASSWORD, address = '192.0.2.1' }: { password?: string; address?: string } = {},
) {
  const at = after(seconds);
  return signInWithPassword(store, { name, password, address, agent: 'test', at, limits: LIMITS });
}

/** Who did what, in the order of the trail, which must be one chain. */
export async function trailOf(store: Store): Promise<string[]> {
  return store.session(async (session) => {
    const broken = await findBrokenEntry(session);
    if (broken !== undefined) throw new Error(`entry ${broken.entry}: ${broken.what}`);
    const rows = await session.db
      .selectFrom('audit_entries')
      .select(['who', 'action'])
      .orderBy('entry')
      .execute();
    return rows.map(({ who, action }) => `${who} ${action}`);
  });
}
