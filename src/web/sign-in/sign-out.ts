import { type SignedIn, signOut } from '../../access/sessions.ts';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { forgetSessionToken } from './session-cookie.ts';

/** The session of a visit. Throws Problem for a visit by an access token, which has none. */
export function signedInOf({ account, sessionHash, formToken }: SignedInVisit): SignedIn {
  if (sessionHash === undefined || formToken === undefined) throw new Problem('forbidden');
  return { account, sessionHash, formToken };
}

export const signOutRoute: Route = {
  method: 'POST',
  path: '/sign-out',
  right: 'signed-in',
  handle: async (visit) => {
    await signOut(visit.store, signedInOf(visit), visit.now());
    forgetSessionToken(visit);
    return visit.context.redirect('/sign-in?out', 303);
  },
};
