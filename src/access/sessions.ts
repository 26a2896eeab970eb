import { appendWaiting, queueEvents } from '../audit/events.ts';
import { type Session, type Store, transaction } from '../database/store.ts';
import { addSeconds, formatInstant, type Instant, instantOfText } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import type { Account } from './account.ts';
import { hashOf, randomToken } from './secret-token.ts';
import { accountOf } from './users.ts';

/** For how long a person stays signed in. */
export type SessionLimits = Pick<Settings['page'], 'sessionIdleMinutes' | 'sessionHours'>;

/** From where a person signs in. */
export interface Place {
  readonly address: string;
  /** The browser as it names itself. */
  readonly agent: string;
}

/** What a browser is given when a person signs in. Only the hash of the token is stored. */
export interface OpenedSession {
  /** The value of the cookie. */
  readonly token: string;
  /** What every form has to send. */
  readonly formToken: string;
}

/** A person who is signed in. */
export interface SignedIn {
  readonly account: Account;
  readonly sessionHash: string;
  readonly formToken: string;
}

/** A session in a list. Times as PostgreSQL writes them in UTC. */
export interface ListedSession {
  readonly sessionHash: string;
  readonly address: string;
  readonly agent: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly endsAt: string;
}

const LONGEST_AGENT = 200;

/** As much of what a browser says of itself as is stored. */
export function cutAgent(agent: string): string {
  return [...agent].slice(0, LONGEST_AGENT).join('');
}

/** A request of a signed-in person writes to the store at most once in so many seconds, and in a quarter of the time it may be idle. */
const SEEN_SECONDS = 60;

/** Starts a session of a user with a new token. */
export async function openSession(
  session: Session,
  userId: string,
  { address, agent, at, limits }: Place & { readonly at: Instant; readonly limits: SessionLimits },
): Promise<OpenedSession> {
  const token = randomToken();
  const formToken = randomToken();
  const now = formatInstant(at);
  await session.db
    .insertInto('sessions')
    .values({
      session_hash: hashOf(token),
      user_id: userId,
      form_token: formToken,
      address,
      agent: cutAgent(agent),
      created_at: now,
      last_seen_at: now,
      ends_at: formatInstant(addSeconds(at, limits.sessionHours * 3600)),
    })
    .execute();
  return { token, formToken };
}

/**
 * The person of a session's token, with role and merchants as they are now; undefined if there is no such session, if it
 * has ended by either limit, or if the user is disabled. One query; at most once a minute, a second one notes that the
 * session is in use.
 */
export async function sessionOf(
  session: Session,
  token: string,
  at: Instant,
  limits: SessionLimits,
): Promise<SignedIn | undefined> {
  const sessionHash = hashOf(token);
  const row = await session.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .select(['s.form_token', 's.last_seen_at', 'u.user_id', 'u.name', 'u.role', 'u.merchants'])
    .where('s.session_hash', '=', sessionHash)
    .where('s.ends_at', '>', formatInstant(at))
    // The limits as they are now, if they were lowered.
    .where('s.created_at', '>', formatInstant(addSeconds(at, -limits.sessionHours * 3600)))
    .where('s.last_seen_at', '>', formatInstant(addSeconds(at, -limits.sessionIdleMinutes * 60)))
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (
    instantOfText(row.last_seen_at).seconds <=
    at.seconds - Math.min(SEEN_SECONDS, limits.sessionIdleMinutes * 15)
  ) {
    await session.db
      .updateTable('sessions')
      .set({ last_seen_at: formatInstant(at) })
      .where('session_hash', '=', sessionHash)
      .execute();
  }
  return { account: accountOf(row), sessionHash, formToken: row.form_token };
}

/** Ends one session. Its person and the end are in the audit trail. */
export async function signOut(store: Store, signedIn: SignedIn, at: Instant): Promise<void> {
  await signOutWhere(store, signedIn, at, signedIn.sessionHash);
}

/** Ends all sessions of a signed-in person, in every browser. Returns how many. */
export async function signOutEverywhere(store: Store, signedIn: SignedIn, at: Instant): Promise<number> {
  return signOutWhere(store, signedIn, at, undefined);
}

async function signOutWhere(
  store: Store,
  { account }: SignedIn,
  at: Instant,
  sessionHash: string | undefined,
): Promise<number> {
  const ended = await store.session((session) =>
    transaction(session, async () => {
      const count = await endSessions(session, account.userId, sessionHash);
      const event = { who: account.name, action: 'sign-out' as const, after: { sessions_ended: count } };
      await queueEvents(session, count === 0 ? [] : [event], at);
      return count;
    }),
  );
  await appendWaiting(store);
  return ended;
}

/** Ends all sessions of a user, or only one. Returns how many. */
export async function endSessions(session: Session, userId: string, sessionHash?: string): Promise<number> {
  const all = session.db.deleteFrom('sessions').where('user_id', '=', userId);
  const rows = await (sessionHash === undefined ? all : all.where('session_hash', '=', sessionHash))
    .returning('session_hash')
    .execute();
  return rows.length;
}

/** Ends the session that a browser had, whoever was signed in there. */
export async function endSession(session: Session, sessionHash: string): Promise<void> {
  await session.db.deleteFrom('sessions').where('session_hash', '=', sessionHash).execute();
}

/** The sessions of a user that have not ended, the newest first. */
export async function listSessions(
  session: Session,
  userId: string,
  at: Instant,
  limits: SessionLimits,
): Promise<ListedSession[]> {
  const rows = await session.db
    .selectFrom('sessions')
    .select(['session_hash', 'address', 'agent', 'created_at', 'last_seen_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', formatInstant(at))
    .where('created_at', '>', formatInstant(addSeconds(at, -limits.sessionHours * 3600)))
    .where('last_seen_at', '>', formatInstant(addSeconds(at, -limits.sessionIdleMinutes * 60)))
    .orderBy('created_at', 'desc')
    .orderBy('session_hash')
    .execute();
  return rows.map((row) => ({
    sessionHash: row.session_hash,
    ...{ address: row.address, agent: row.agent },
    ...{ createdAt: row.created_at, lastSeenAt: row.last_seen_at, endsAt: row.ends_at },
  }));
}

/** Removes sessions that have ended. Returns how many. */
export async function removeEndedSessions(
  session: Session,
  at: Instant,
  limits: SessionLimits,
): Promise<number> {
  const rows = await session.db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([
        eb('ends_at', '<=', formatInstant(at)),
        eb('created_at', '<=', formatInstant(addSeconds(at, -limits.sessionHours * 3600))),
        eb('last_seen_at', '<=', formatInstant(addSeconds(at, -limits.sessionIdleMinutes * 60))),
      ]),
    )
    .returning('session_hash')
    .execute();
  return rows.length;
}
