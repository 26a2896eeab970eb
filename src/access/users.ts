import type { Selectable } from 'kysely';
import type { Session } from '../database/store.ts';
import type { UsersTable } from '../database/tables.ts';
import { Fault } from '../errors.ts';
import type { Account, Role } from './account.ts';
import { storedName } from './user-name.ts';

/** A person as the store knows them. Times as PostgreSQL writes them in UTC. */
export interface User extends Account {
  /** Where the person signs in. */
  readonly origin: 'password' | 'oidc' | 'proxy';
  /** Issuer and subject of the person at the OpenID provider; undefined for a user who is linked to nobody there. */
  readonly subject: string | undefined;
  /** Whether the next person whom the OpenID provider signs in by exactly this name becomes this user. */
  readonly isUnlinked: boolean;
  readonly createdAt: string;
  /** Undefined for a person who may sign in. */
  readonly disabledAt: string | undefined;
}

const COLUMNS = [
  ...(['user_id', 'name', 'role', 'merchants', 'origin', 'subject', 'created_at', 'disabled_at'] as const),
] as const;

/** The user of a name; undefined if there is none. */
export async function readUser(session: Session, name: string): Promise<User | undefined> {
  const row = await session.db
    .selectFrom('users')
    .select(COLUMNS)
    .where('name', '=', storedName(name))
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/** The user of a name. Throws Fault USER_UNKNOWN if there is none. */
export async function requireUser(session: Session, name: string): Promise<User> {
  const user = await readUser(session, name);
  if (user === undefined) throw new Fault('USER_UNKNOWN', { found: name });
  return user;
}

/** The user of an id, which may be any text; undefined if there is none. */
export async function readUserOfId(session: Session, userId: string): Promise<User | undefined> {
  if (!/^[1-9]\d{0,17}$/.test(userId)) return undefined;
  const row = await session.db
    .selectFrom('users')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/** The user of a subject of an OpenID provider; undefined if there is none. */
export async function readUserOfSubject(session: Session, subject: string): Promise<User | undefined> {
  const row = await session.db
    .selectFrom('users')
    .select(COLUMNS)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/** All users, by name. */
export async function readUsers(session: Session): Promise<User[]> {
  const rows = await session.db.selectFrom('users').select(COLUMNS).orderBy('name').execute();
  return rows.map(userOf);
}

/** What a row of users says of the account. */
export function accountOf(
  row: Pick<Selectable<UsersTable>, 'user_id' | 'name' | 'role' | 'merchants'>,
): Account {
  return {
    userId: row.user_id,
    name: row.name,
    role: row.role as Role,
    merchants: row.merchants ?? undefined,
  };
}

function userOf(row: Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>): User {
  return {
    ...accountOf(row),
    origin: row.origin as User['origin'],
    subject: row.subject ?? undefined,
    isUnlinked: row.origin === 'oidc' && row.subject === null,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  };
}
