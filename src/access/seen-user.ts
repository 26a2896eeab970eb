import { sha256Of } from '../sha256.ts';
import { listed } from './user-changes.ts';
import type { User } from './users.ts';

const DIGITS = 32;

/** Thrown where a user would be given access by somebody who has not seen the user's present state. */
export class UserChanged extends Error {
  /** The user as stored now. */
  readonly user: User;

  constructor(user: User) {
    super('the user was changed meanwhile');
    this.user = user;
  }
}

/** A short text that is the same only for the same user with the same role, merchants and time of disabling. */
export function userDigest({ userId, role, merchants, disabledAt }: User): string {
  const seen = [userId, role, listed(merchants), disabledAt ?? null];
  return sha256Of(JSON.stringify(seen)).slice(0, DIGITS);
}

/**
 * Refuses a change by somebody who saw another state of the user. Under the lock of `change`, so that nobody changes it meanwhile.
 * @param seen {@link userDigest} of what was shown; undefined where nothing was, as on the command line
 * @throws UserChanged
 */
export function checkSeen(user: User, seen: string | undefined): void {
  if (seen !== undefined && seen !== userDigest(user)) throw new UserChanged(user);
}
