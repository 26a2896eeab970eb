import type { Session, Store } from '../database/store.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Role } from './account.ts';
import { change, insertUser, listed, type NewUser, rename, taken, updateAccess } from './user-changes.ts';
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
    const renamed = { action: 'user-name' as const, before: { user: user.name }, after: { user: name } };
    return {
      user: changed,
      events: [...(user.name === name ? [] : [renamed]), ...events],
      isElsewhere: true,
    };
  });
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
