import { appendWaiting, noteEvents, queueEvents } from '../audit/events.ts';
import { type Session, type Store, transaction } from '../database/store.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Account } from './account.ts';
import { setPassword } from './change-users.ts';
import { checkPassword, hashPassword, isOutdated, isPassword, NOBODYS_HASH } from './password.ts';
import { hashOf } from './secret-token.ts';
import {
  cutAgent,
  endSession,
  type OpenedSession,
  openSession,
  type Place,
  type SessionLimits,
} from './sessions.ts';
import { type Attempt, delayOf, forgetFailures, rememberAddress } from './sign-in-limits.ts';
import { storedName } from './user-name.ts';
import { accountOf, type User } from './users.ts';

interface SignInRequest extends Place {
  readonly at: Instant;
  readonly limits: SessionLimits;
  /** Token of the session that the browser had before; it ends. */
  readonly previousToken?: string | undefined;
}

export interface SignInWithPassword extends SignInRequest {
  readonly name: string;
  readonly password: string;
}

/** The result of a sign-in. */
export type SignInResult =
  | { readonly account: Account; readonly session: OpenedSession; readonly refused?: undefined }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'wait'; readonly retryAfterSeconds: number };

/**
 * Signs a person in with a password. It waits for no run. The answer and the time it takes are the same for a wrong
 * password, an unknown name, a disabled user, and a user who signs in elsewhere. Passwords are checked only as often as
 * {@link delayOf} allows. A success or failure has an entry in the audit trail.
 */
export async function signInWithPassword(store: Store, request: SignInWithPassword): Promise<SignInResult> {
  const { name, password, address, at } = request;
  const checked = await checkedUser(store, request);
  if (checked.refused !== undefined) return checked;
  const { user, hash } = checked;
  const renewed = isOutdated(hash) ? await hashPassword(password) : undefined;
  const session = await store.session((one) =>
    transaction(one, async () => {
      if (!(await isStillEnabled(one, { userId: user.user_id, subject: undefined }, hash))) return undefined;
      await forgetFailures(one, { name, address, at, userId: user.user_id });
      if (renewed !== undefined) {
        await one.db
          .updateTable('users')
          .set({ password_hash: renewed })
          .where('user_id', '=', user.user_id)
          .execute();
      }
      return begin(one, accountOf(user), request, 'password');
    }),
  );
  if (session === undefined) return { refused: 'wrong' };
  await appendWaiting(store);
  return { account: accountOf(user), session };
}

type Refusal = Exclude<SignInResult, { readonly refused?: undefined }>;
type Checked = { readonly user: FoundUser; readonly hash: string; readonly refused?: undefined };

/** The user whose password was given. A wrong one counts as a failure and has an entry in the audit trail. */
async function checkedUser(
  store: Store,
  request: Omit<SignInWithPassword, 'limits'>,
): Promise<Checked | Refusal> {
  const { name, password, address, agent, at } = request;
  const { user, delay } = await store.session((session) =>
    transaction(session, async () => {
      const found = await userOfName(session, name);
      const attempt: Attempt = { name, address, at, userId: found?.user_id };
      return { user: found, delay: await delayOf(session, attempt) };
    }),
  );
  if (delay !== undefined) return { refused: 'wait', retryAfterSeconds: delay };
  const hash = isUsable(user) ? user.password_hash : NOBODYS_HASH;
  if ((await isPassword(password, hash)) && isUsable(user)) return { user, hash };
  // A name that no user has may be a password, typed into the wrong field.
  const who = user?.name ?? '(unknown name)';
  await noteEvents(
    store,
    [{ who, action: 'sign-in-failed', after: { address, agent: cutAgent(agent) } }],
    at,
  );
  return { refused: 'wrong' };
}

/**
 * Changes the password of a signed-in person, who gives the present one too. It ends all sessions, and begins one with a
 * new token. The present password may be tried as often as at a sign-in.
 * @throws Fault PASSWORD_REFUSED, USER_NOT_LOCAL
 */
export async function changeOwnPassword(
  store: Store,
  account: Account,
  request: SignInRequest & { readonly password: string; readonly newPassword: string },
): Promise<SignInResult> {
  const { at, address, newPassword } = request;
  const { name, userId } = account;
  await checkPassword(newPassword, name);
  const checked = await checkedUser(store, { ...request, name });
  if (checked.refused !== undefined) return checked;
  let opened: OpenedSession | undefined;
  await setPassword(store, { at, who: name }, name, newPassword, {
    checkedHash: checked.hash,
    whenSet: async (session) => {
      await forgetFailures(session, { name, address, at, userId });
      opened = await openSession(session, userId, request);
    },
  });
  return { account, session: opened! };
}

/**
 * Signs in a person whom an OpenID provider or a trusted proxy has signed in. Call knownUser first.
 * @returns undefined if the user is disabled, or at the provider linked to nobody, or meanwhile to another person
 */
export async function signInKnown(
  store: Store,
  user: User,
  request: SignInRequest,
): Promise<OpenedSession | undefined> {
  const session = await store.session((one) =>
    transaction(one, async () => {
      if (!(await isStillEnabled(one, user, null))) return undefined;
      await rememberAddress(one, { ...request, userId: user.userId });
      return begin(one, user, request, user.origin);
    }),
  );
  const { address, agent, at } = request;
  if (session === undefined) {
    const after = { address, agent: cutAgent(agent), by: user.origin };
    await noteEvents(store, [{ who: user.name, action: 'sign-in-failed', after }], at);
  } else await appendWaiting(store);
  return session;
}

/** Opens the session with a new token, ends the one that the browser had, and queues the entry. */
async function begin(
  session: Session,
  account: Account,
  request: SignInRequest,
  by: string,
): Promise<OpenedSession> {
  const { address, agent, at, previousToken } = request;
  if (previousToken !== undefined) await endSession(session, hashOf(previousToken));
  const opened = await openSession(session, account.userId, request);
  const after = { address, agent: cutAgent(agent), by };
  await queueEvents(session, [{ who: account.name, action: 'sign-in', after }], at);
  return opened;
}

async function userOfName(session: Session, name: string) {
  // The database has no texts with this character.
  if (name.includes('\0')) return undefined;
  return session.db
    .selectFrom('users')
    .select(['user_id', 'name', 'role', 'merchants', 'password_hash', 'disabled_at'])
    .where('name', '=', storedName(name))
    .executeTakeFirst();
}

type FoundUser = NonNullable<Awaited<ReturnType<typeof userOfName>>>;

function isUsable(user: FoundUser | undefined): user is FoundUser & { password_hash: string } {
  return user !== undefined && user.disabled_at === null && user.password_hash !== null;
}

/**
 * Whether the user is enabled, still of this person if there is a provider, and the password is still this one. Whoever disables
 * or unlinks the user waits for this sign-in.
 */
async function isStillEnabled(
  session: Session,
  { userId, subject }: Pick<User, 'userId' | 'subject'>,
  hash: string | null,
): Promise<boolean> {
  const row = await session.db
    .selectFrom('users')
    .select(['disabled_at', 'password_hash', 'origin', 'subject'])
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (row === undefined || row.disabled_at !== null || row.password_hash !== hash) return false;
  return row.origin === 'oidc' ? row.subject !== null && row.subject === subject : true;
}
