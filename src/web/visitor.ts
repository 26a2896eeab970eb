import { type SignedIn, sessionOf } from '../access/sessions.ts';
import { accountOfToken } from '../access/tokens.ts';

import type { Way } from './client-address.ts';
import { Problem } from './problem.tsx';
import { headerSession } from './sign-in/header-session.ts';
import { sessionToken } from './sign-in/session-cookie.ts';
import type { Visit } from './visit.ts';

/**
 * A visit with who makes it: by an access token, by the name that a trusted proxy gives, or by the session's cookie. It
 * stays without an account where nobody has signed in.
 */
export async function identify(visit: Visit, way: Way): Promise<Visit> {
  const { context, store, now, settings } = visit;
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
  if (bearer !== undefined) {
    // A token reads and downloads. What changes something takes a form.
    if (context.req.method !== 'GET') throw new Problem('forbidden');
    const account = await store.apart((session) => accountOfToken(session, bearer, now()));
    return account === undefined ? visit : { ...visit, account };
  }
  const token = sessionToken(visit);
  if (token === undefined) return headerSession(visit, way);
  const signedIn = await store.apart((session) => sessionOf(session, token, now(), settings.page));
  if (signedIn === undefined) return headerSession(visit, way);
  return withSession(visit, signedIn);
}

/** The visit of a person with a session. */
export function withSession(visit: Visit, { account, sessionHash, formToken }: SignedIn): Visit {
  return { ...visit, account, sessionHash, formToken };
}
