import { sessionOf } from '../access/sessions.ts';
import { accountOfToken } from '../access/tokens.ts';
import type { Way } from './client-address.ts';
import { Problem } from './problem.tsx';
import { headerSession } from './sign-in/header-session.ts';
import { sessionToken, withSession } from './sign-in/session-cookie.ts';
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
    if (!['GET', 'HEAD'].includes(context.req.method)) throw new Problem('forbidden');
    const account = await store.apart((session) => accountOfToken(session, bearer, now()));
    return account === undefined ? visit : { ...visit, account };
  }
  const token = sessionToken(visit);
  const signedIn =
    token === undefined
      ? undefined
      : await store.apart((session) => sessionOf(session, token, now(), settings.page));
  if (settings.page.userHeader !== undefined) return headerSession(visit, way, signedIn);
  return signedIn === undefined ? visit : withSession(visit, signedIn);
}
