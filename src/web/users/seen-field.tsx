import { userDigest } from '../../access/seen-user.ts';
import type { User } from '../../access/users.ts';
import { fieldsOf } from '../checked-form.ts';
import type { SignedInVisit } from '../visit.ts';

const NAME = 'seen';

/** What a form shows of a user, so that it is refused after somebody else has changed the user. */
export function SeenField({ user }: { readonly user: User }) {
  return <input type="hidden" name={NAME} value={userDigest(user)} />;
}

/** What the form that was sent showed of the user; empty, which is no user's, for a form that does not say. */
export async function seenOf(visit: SignedInVisit): Promise<string> {
  return (await fieldsOf(visit)).get(NAME) ?? '';
}
