import type { Session } from '../database/store.ts';
import type { Account, Role } from './account.ts';

/** A person as the store knows him. Times as PostgreSQL writes them in UTC. */
export interface User extends Account {
  /** Where the person signs in. */
  readonly origin: 'password' | 'oidc' | 'proxy';
  readonly createdAt: string;
  /** Undefined for a person who may sign in. */
  readonly disabledAt: string | undefined;
}

/** The user of a name; undefined if there is none. */
export async function readUser(session: Session, name: string): Promise<User | undefined> {
  const row = await session.db
    .selectFrom('users')
    .select(['user_id', 'name', 'role', 'merchants', 'origin', 'created_at', 'disabled_at'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    userId: row.user_id,
    name: row.name,
    role: row.role as Role,
    merchants: row.merchants ?? undefined,
    origin: row.origin as User['origin'],
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  };
}
