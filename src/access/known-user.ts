import type { Session, Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Role } from './account.ts';
import {
  type Changed,
  change,
  insertUser,
  listed,
  type NewUser,
  rename,
  taken,
  updateAccess,
} from './user-changes.ts';
import { checkName } from './user-name.ts';
import { readUser, readUserOfSubject, type User } from './users.ts';

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
 * merchants. A user of another origin is never taken over, and one of another person only after {@link relinkUser}. Here the last admin may lose the role: whoever gives roles
 * there decides, and `payin-recon user add` adds another.
 * @returns undefined for a person without a user and without a role; it may be a disabled user
 * @throws Fault USER_NAME_INVALID; SUBJECT_CHANGED if another person of the provider has the very name; USER_EXISTS if somebody else
 *   has it, or one that looks the same
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
      return subject === null
        ? insertUser(session, at, { name, ...access!, origin, passwordHash: null, subject })
        : linkedOrAdded(session, at, { name, subject, access: access! });
    }
    if (user.origin !== origin) throw taken(user.name, `a user who signs in by ${user.origin}`);
    if (user.name !== name) await rename(session, user, name);
    const { user: changed, events } = await updateAccess(session, { ...user, name }, access ?? user);
    const renamed = { action: 'user-name' as const, before: { user: user.name }, after: { user: name } };
    return {
      user: changed,
      events: [...(user.name === name ? [] : [renamed]), ...events],
      isElsewhere: true,
    };
  });
}

/** A person whom no user is linked to becomes the user of that name whom an administrator has unlinked, or else a new one. */
async function linkedOrAdded(
  session: Session,
  at: Instant,
  {
    name,
    subject,
    access,
  }: { readonly name: string; readonly subject: string; readonly access: NonNullable<KnownPerson['access']> },
): Promise<Changed> {
  const user = await readUser(session, name);
  if (user?.origin !== 'oidc')
    return insertUser(session, at, { name, ...access, origin: 'oidc', passwordHash: null, subject });
  if (!user.isUnlinked) throw new Fault('SUBJECT_CHANGED', { where: name });
  // Whoever comes while nobody gets in is not who gets in once the user is enabled.
  if (user.disabledAt !== undefined) return { user, events: [], isElsewhere: true };
  await session.db.updateTable('users').set({ subject }).where('user_id', '=', user.userId).execute();
  const { user: changed, events } = await updateAccess(
    session,
    { ...user, subject, isUnlinked: false },
    access,
  );
  const linked = { action: 'user-link' as const, after: { user: name } };
  return { user: changed, events: [linked, ...events], isElsewhere: true };
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
