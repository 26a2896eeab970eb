import type { Session, Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { formatInstant } from '../normalise/instant.ts';
import type { Role } from './account.ts';
import { checkPassword, hashPassword } from './password.ts';
import { checkSeen } from './seen-user.ts';
import { endSessions } from './sessions.ts';
import { change, insertUser, type NewUser, type UserRequest, updateAccess } from './user-changes.ts';
import { checkName } from './user-name.ts';
import { requireUser, type User } from './users.ts';

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
 * @param seen `userDigest` of the user as a form showed it; undefined where nothing was shown
 * @throws Fault USER_UNKNOWN, USER_NOT_LOCAL, LAST_ADMIN
 * @throws UserChanged if the user is not as shown
 */
export async function changeUser(
  store: Store,
  request: UserRequest,
  name: string,
  to: { readonly role?: Role | undefined; readonly merchants?: readonly string[] | null | undefined },
  seen?: string,
): Promise<User> {
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.origin === 'oidc') throw elsewhere(user, 'role and merchants come from its groups there');
    checkSeen(user, seen);
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
    await session.db
      .updateTable('users')
      .set({ disabled_at: formatInstant(request.at) })
      .where('user_id', '=', user.userId)
      .execute();
    const sessions = await endAccess(session, user, request);
    const events = [
      { action: 'user-disable' as const, after: { user: user.name, sessions_ended: sessions } },
    ];
    return { user: await requireUser(session, name), events };
  });
}

/** Revokes the access tokens of a user and ends the sessions. Returns how many of them. */
async function endAccess(session: Session, { userId }: User, { at }: UserRequest): Promise<number> {
  await session.db
    .updateTable('access_tokens')
    .set({ revoked_at: formatInstant(at) })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  return endSessions(session, userId);
}

/**
 * Forgets who at the OpenID provider a user is, so that the next person whom it signs in by exactly this name becomes the user, with
 * role and merchants by the groups there. Whoever has been the user is out: sessions end, access tokens are revoked. A disabled user
 * stays disabled.
 * @throws Fault USER_UNKNOWN, USER_NOT_OF_PROVIDER
 */
export async function relinkUser(store: Store, request: UserRequest, name: string): Promise<User> {
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.origin !== 'oidc') {
      const found = `a user who signs in by ${user.origin}`;
      throw new Fault('USER_NOT_OF_PROVIDER', { where: user.name, found });
    }
    if (user.isUnlinked) return { user, events: [] };
    await session.db.updateTable('users').set({ subject: null }).where('user_id', '=', user.userId).execute();
    const sessions = await endAccess(session, user, request);
    const event = { action: 'user-relink' as const, after: { user: user.name, sessions_ended: sessions } };
    return { user: { ...user, subject: undefined, isUnlinked: true }, events: [event] };
  });
}

/**
 * Lets a disabled user sign in again. Revoked tokens stay revoked.
 * @param seen as in {@link changeUser}, so that nobody gives back access that was taken after the form was shown
 * @throws Fault USER_UNKNOWN
 * @throws UserChanged if the user is not as shown
 */
export async function enableUser(
  store: Store,
  request: UserRequest,
  name: string,
  seen?: string,
): Promise<User> {
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    checkSeen(user, seen);
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
 * @param own for a person's own password: the hash that the present one was checked against, so that one that was set meanwhile
 *   stays, and what is done in the same transaction once the sessions have ended
 * @throws Fault USER_UNKNOWN, USER_NOT_LOCAL, PASSWORD_REFUSED
 */
export async function setPassword(
  store: Store,
  request: UserRequest,
  name: string,
  password: string,
  own?: { readonly checkedHash: string; readonly whenSet: (session: Session) => Promise<void> },
): Promise<User> {
  await checkPassword(password, name);
  const passwordHash = await hashPassword(password);
  return change(store, request, async (session) => {
    const user = await requireUser(session, name);
    if (user.origin !== 'password') throw elsewhere(user, 'it has no password here');
    const changed = await session.db
      .updateTable('users')
      .set({ password_hash: passwordHash, password_changed_at: formatInstant(request.at) })
      .where('user_id', '=', user.userId)
      .$if(own !== undefined, (update) => update.where('password_hash', '=', own!.checkedHash))
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n)
      throw new Fault('PASSWORD_REFUSED', { found: 'it was changed meanwhile' });
    const sessions = await endSessions(session, user.userId);
    await own?.whenSet(session);
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
    const event = { action: 'user-sessions-end' as const, after: { user: user.name, sessions_ended: ended } };
    return { user, events: ended === 0 ? [] : [event] };
  });
  return ended;
}

function elsewhere({ name, origin }: User, why: string): Fault {
  return new Fault('USER_NOT_LOCAL', { where: name, found: `a user who signs in by ${origin}: ${why}` });
}
