import { sql } from 'kysely';
import { type AuditEvent, appendWaiting, queueEvents } from '../audit/events.ts';
import { Rollback, type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import type { Role } from './account.ts';
import { lookAlikeKey, nameKey } from './user-name.ts';
import { requireUser, type User } from './users.ts';

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

export interface Changed {
  readonly user: User;
  readonly events: ReadonlyArray<Omit<AuditEvent, 'who'>>;
  /** Whether the change was decided at a provider, so that the last admin may go. */
  readonly isElsewhere?: boolean;
}

/**
 * Runs a change of users and queues its entries of the audit trail in the same transaction. It does not need the store's
 * lock, so that a user can be disabled during a run. Changes of users are made one after the other.
 */
export async function change(
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

export interface Insert extends Pick<NewUser, 'name' | 'role' | 'merchants'> {
  readonly origin: User['origin'];
  readonly passwordHash: string | null;
  readonly subject: string | null;
}

export async function insertUser(session: Session, at: Instant, added: Insert): Promise<Changed> {
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

export async function updateAccess(
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

export async function rename(session: Session, user: User, name: string): Promise<void> {
  await checkFree(session, name, user.name);
  await session.db
    .updateTable('users')
    .set({ name, name_key: nameKey(name) })
    .where('user_id', '=', user.userId)
    .execute();
}

/**
 * Refuses a name if another user has it, or one that looks the same. Users of a store from before look-alikes were refused keep
 * their names, also if only the case or the spacing changes. Under the lock of {@link change}, so that no user is added meanwhile.
 * @param before the user's name until now; undefined for a new user
 * @throws Fault USER_EXISTS
 */
async function checkFree(session: Session, name: string, before?: string): Promise<void> {
  const changes = (keyOf: (name: string) => string) => before === undefined || keyOf(name) !== keyOf(before);
  const keys = [nameKey, lookAlikeKey].filter(changes);
  if (keys.length === 0) return;
  const rows = await session.db.selectFrom('users').select(['name', 'origin']).orderBy('name').execute();
  const others = rows.filter((row) => row.name !== before);
  const row = others.find((other) => keys.some((keyOf) => keyOf(other.name) === keyOf(name)));
  if (row !== undefined) throw taken(row.name, `a user who signs in by ${row.origin}`);
}

export function taken(name: string, what: string): Fault {
  return new Fault('USER_EXISTS', { where: name, found: what });
}

/** Merchants in one form: sorted, each once; null for all. */
export function listed(merchants: readonly string[] | undefined): string[] | null {
  return merchants === undefined ? null : [...new Set(merchants)].sort();
}
