import { sql } from 'kysely';
import { type AuditEvent, appendWaiting, queueEvents } from '../audit/events.ts';
import { Rollback, type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import type { Role } from './account.ts';
import { checkPassword, hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';
import { checkName, nameKey } from './user-name.ts';
import { readUser, readUserOfSubject, requireUser, type User } from './users.ts';

/** Who changes a user, and when. */
export interface UserRequest {
  readonly at: Instant;
  readonly who: string;
  /** Reports what would be changed and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface NewUser {
  readonly name: string;
  readonly role: Role;
  /** The only merchants whose data the person sees; undefined for all. */
  readonly merchants?: readonly string[] | undefined;
  /** Undefined for a person whom a trusted proxy names. */
  readonly password: string | undefined;
}

/**
 * Adds a user who signs in with a password, or whom a trusted proxy names.
 * @throws Fault USER_NAME_INVALID, USER_EXISTS, PASSWORD_REFUSED
 */
export async function addUser(store: Store, request: UserRequest, added: NewUser): Promise<User> {
  const name = checkName(added.name);
  if (added.password !== undefined) await checkPassword(added.password, name);
  const passwordHash = added.password === undefined ? null : await hashPassword(added.password);
  const origin = passwordHash === null ? 'proxy' : 'password';
  const { role, merchants } = added;
  return change(store, request, (session) =>
    insertUser(session, request.at, { name, role, merchants, origin, passwordHash, subject: null }),
  );
}

/**
 * Changes the role of a user, the merchants that the user is limited to, or both. It takes effect with the next request.
 * @param to merchants: null for all
 * @throws Fault USER_UNKNOWN, USER_NOT_LOCAL, LAST_ADMIN
 */
export async function changeUser(
  store: Store,
  request: UserRequest,
  name: string,
  to: { readonly role?: Role | undefined; readonly merchants?: readonly string[] | null | undefined },
): Promise<User> {
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.origin === 'oidc') throw elsewhere(user, 'role and merchants come from its groups there');
    return updateAccess(session, user, {
      role: to.role ?? user.role,
      merchants: to.merchants === undefined ? user.merchants : (to.merchants ?? undefined),
    });
  });
}

/**
 * Keeps a user from signing in, ends the user's sessions and revokes the user's access tokens.
 * @throws Fault USER_UNKNOWN, LAST_ADMIN
 */
export async function disableUser(store: Store, request: UserRequest, name: string): Promise<User> {
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.disabledAt !== undefined) return { user, events: [] };
    const at = formatInstant(request.at);
    await session.db
      .updateTable('users')
      .set({ disabled_at: at })
      .where('user_id', '=', user.userId)
      .execute();
    await session.db
      .updateTable('access_tokens')
      .set({ revoked_at: at })
      .where('user_id', '=', user.userId)
      .where('revoked_at', 'is', null)
      .execute();
    const sessions = await endSessions(session, user.userId);
    const events = [{ action: 'user-disable', after: { user: user.name, sessions_ended: sessions } }];
    return { user: await requireUser(session, name), events };
  });
}

/** Lets a disabled user sign in again. Revoked tokens stay revoked. Throws Fault USER_UNKNOWN. */
export async function enableUser(store: Store, request: UserRequest, name: string): Promise<User> {
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.disabledAt === undefined) return { user, events: [] };
    await session.db
      .updateTable('users')
      .set({ disabled_at: null })
      .where('user_id', '=', user.userId)
      .execute();
    return {
      user: { ...user, disabledAt: undefined },
      events: [{ action: 'user-enable', after: { user: user.name } }],
    };
  });
}

/**
 * Sets the password of a user and ends the user's sessions. Access tokens stay valid.
 * @throws Fault USER_UNKNOWN, USER_NOT_LOCAL, PASSWORD_REFUSED
 */
export async function setPassword(
  store: Store,
  request: UserRequest,
  name: string,
  password: string,
): Promise<User> {
  await checkPassword(password, name);
  const passwordHash = await hashPassword(password);
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.origin !== 'password') throw elsewhere(user, 'it has no password here');
    await session.db
      .updateTable('users')
      .set({ password_hash: passwordHash, password_changed_at: formatInstant(request.at) })
      .where('user_id', '=', user.userId)
      .execute();
    const sessions = await endSessions(session, user.userId);
    return {
      user,
      events: [{ action: 'user-password', after: { user: user.name, sessions_ended: sessions } }],
    };
  });
}

/** Ends all sessions of a user. Returns how many. Throws Fault USER_UNKNOWN. */
export async function endSessionsOf(store: Store, request: UserRequest, name: string): Promise<number> {
  let ended = 0;
  await change(store, request, async (session) => {
    const user = await requireUser(session, name);
    ended = await endSessions(session, user.userId);
    const event = { action: 'user-sessions-end', after: { user: user.name, sessions_ended: ended } };
    return { user, events: ended === 0 ? [] : [event] };
  });
  return ended;
}

/** A person whom an OpenID provider or a trusted proxy has signed in. */
export interface KnownPerson {
  readonly origin: 'oidc' | 'proxy';
  readonly name: string;
  /** OpenID: issuer and subject. They identify the person if the name changes. */
  readonly subject?: string | undefined;
  /** Role and merchants by the groups there; undefined if they are given here. */
  readonly access: { readonly role: Role; readonly merchants: readonly string[] | undefined } | undefined;
}

/**
 * The user of a person who has signed in elsewhere. Adds the user at the first time, and then takes over name, role and
 * merchants. A user of another origin is never taken over. Here the last admin may lose the role: whoever gives roles
 * there decides, and `payin-recon user add` adds another.
 * @returns undefined for a person without a user and without a role; it may be a disabled user
 * @throws Fault USER_NAME_INVALID; USER_EXISTS if a user of another origin, or another person, has the name
 */
export async function knownUser(store: Store, at: Instant, person: KnownPerson): Promise<User | undefined> {
  const name = checkName(person.name);
  const { origin, subject = null, access } = person;
  const find = (session: Session) =>
    subject === null ? readUser(session, name) : readUserOfSubject(session, subject);
  const known = await store.session(find);
  if (known?.origin === origin && known.name === name && isSame(known, access ?? known)) return known;
  if (known === undefined && access === undefined) return undefined;
  return change(store, { at, who: name }, async (session) => {
    const user = await find(session);
    if (user === undefined) {
      return insertUser(session, at, { name, ...access!, origin, passwordHash: null, subject });
    }
    if (user.origin !== origin) throw taken(user.name, `a user who signs in by ${user.origin}`);
    if (user.name !== name) await rename(session, user, name);
    const { user: changed, events } = await updateAccess(session, { ...user, name }, access ?? user);
    const renamed = { action: 'user-name', before: { user: user.name }, after: { user: name } };
    return {
      user: changed,
      events: [...(user.name === name ? [] : [renamed]), ...events],
      isElsewhere: true,
    };
  });
}

interface Changed {
  readonly user: User;
  readonly events: ReadonlyArray<Omit<AuditEvent, 'who'>>;
  /** Whether the change was decided at a provider, so that the last admin may go. */
  readonly isElsewhere?: boolean;
}

/**
 * Runs a change of users and queues its entries of the audit trail in the same transaction. It does not need the store's
 * lock, so that a user can be disabled during a run. Changes of users are made one after the other.
 */
async function change(
  store: Store,
  { at, who, dryRun }: UserRequest,
  work: (session: Session) => Promise<Changed>,
): Promise<User> {
  const user = await store.session((session) =>
    transaction<User>(session, async () => {
      await session.script('lock table users in share row exclusive mode');
      const before = await admins(session);
      const changed = await work(session);
      if (changed.isElsewhere !== true && before > 0 && (await admins(session)) === 0) {
        throw new Fault('LAST_ADMIN', { found: changed.user.name });
      }
      await queueEvents(
        session,
        changed.events.map((event) => ({ who, ...event })),
        at,
      );
      return dryRun === true ? new Rollback(changed.user) : changed.user;
    }),
  );
  if (dryRun !== true) await appendWaiting(store);
  return user;
}

/** How many users may manage users: an admin who is limited to merchants may not. */
async function admins(session: Session): Promise<number> {
  const { rows } = await sql<{ admins: string }>`
    select count(*) as admins
    from users
    where role = 'admin' and merchants is null and disabled_at is null`.execute(session.db);
  return Number(rows[0]!.admins);
}

interface Insert extends Pick<NewUser, 'name' | 'role' | 'merchants'> {
  readonly origin: User['origin'];
  readonly passwordHash: string | null;
  readonly subject: string | null;
}

async function insertUser(session: Session, at: Instant, added: Insert): Promise<Changed> {
  const { name, role, origin, passwordHash, subject } = added;
  const merchants = listed(added.merchants);
  await checkFree(session, name);
  await session.db
    .insertInto('users')
    .values({
      ...{ name, name_key: nameKey(name), role, merchants, origin, subject },
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : formatInstant(at),
      created_at: formatInstant(at),
      disabled_at: null,
    })
    .execute();
  const after = { user: name, role, merchants, origin };
  return { user: await requireUser(session, name), events: [{ action: 'user-add', after }] };
}

async function updateAccess(
  session: Session,
  user: User,
  to: Pick<NewUser, 'role' | 'merchants'>,
): Promise<Changed> {
  const [before, after] = [listed(user.merchants), listed(to.merchants)];
  const events: Array<Omit<AuditEvent, 'who'>> = [];
  const { name } = user;
  if (user.role !== to.role) {
    const roles = { before: { user: name, role: user.role }, after: { user: name, role: to.role } };
    events.push({ action: 'user-role', ...roles });
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    const limits = { before: { user: name, merchants: before }, after: { user: name, merchants: after } };
    events.push({ action: 'user-merchants', ...limits });
  }
  if (events.length > 0) {
    await session.db
      .updateTable('users')
      .set({ role: to.role, merchants: after })
      .where('user_id', '=', user.userId)
      .execute();
  }
  return { user: { ...user, role: to.role, merchants: after ?? undefined }, events };
}

async function rename(session: Session, user: User, name: string): Promise<void> {
  if (nameKey(name) !== nameKey(user.name)) await checkFree(session, name);
  await session.db
    .updateTable('users')
    .set({ name, name_key: nameKey(name) })
    .where('user_id', '=', user.userId)
    .execute();
}

/** Throws Fault USER_EXISTS if a user has the name, or one that differs only in case. */
async function checkFree(session: Session, name: string): Promise<void> {
  const row = await session.db
    .selectFrom('users')
    .select(['name', 'origin'])
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (row !== undefined) throw taken(row.name, `a user who signs in by ${row.origin}`);
}

function taken(name: string, what: string): Fault {
  return new Fault('USER_EXISTS', { where: name, found: what });
}

function elsewhere({ name, origin }: User, why: string): Fault {
  return new Fault('USER_NOT_LOCAL', { where: name, found: `a user who signs in by ${origin}: ${why}` });
}

/** Merchants in one form: sorted, each once; null for all. */
function listed(merchants: readonly string[] | undefined): string[] | null {
  return merchants === undefined ? null : [...new Set(merchants)].sort();
}

function isSame(
  one: Pick<NewUser, 'role' | 'merchants'>,
  other: Pick<NewUser, 'role' | 'merchants'>,
): boolean {
  return (
    one.role === other.role &&
    JSON.stringify(listed(one.merchants)) === JSON.stringify(listed(other.merchants))
  );
}
