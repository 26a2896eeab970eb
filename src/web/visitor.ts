import { may, type Right } from '../access/account.ts';
import { sessionOf } from '../access/sessions.ts';
import { accountOfToken } from '../access/tokens.ts';
import { watcherByToken } from './page-runs.ts';
import { Problem } from './problem.tsx';
import { headerSession } from './sign-in/header-session.ts';
import { sessionToken, withSession } from './sign-in/session-cookie.ts';
import type { SignedInVisit, Visit } from './visit.ts';

/**
 * A visit with who makes it: by an access token, by the name that a trusted proxy gives, or by the session's cookie. It
 * stays without an account where nobody has signed in.
 */
export async function identify(visit: Visit): Promise<Visit> {
  const { context, store, now, settings } = visit;
  const bearer = bearerOf(visit);
  if (bearer !== undefined) {
    // A token reads and downloads. What changes something takes a form.
    if (!['GET', 'HEAD'].includes(context.req.method)) throw new Problem('forbidden');
    const account = await store.apart((session) => accountOfToken(session, bearer, now()));
    return account === undefined ? visit : { ...visit, account };
  }
  const token = sessionToken(visit);
  const byProxy = settings.page.userHeader !== undefined;
  const watcher = token !== undefined && !byProxy && isAboutRuns(visit) ? watcherByToken(token) : undefined;
  if (watcher !== undefined) return withSession(visit, watcher);
  const signedIn =
    token === undefined
      ? undefined
      : await store.apart((session) => sessionOf(session, token, now(), settings.page));
  if (byProxy) return headerSession(visit, signedIn);
  return signedIn === undefined ? visit : withSession(visit, signedIn);
}

/** Whether somebody who was let in still is, with the right: his session, token or role may have changed meanwhile. */
export async function isStillIn(visit: SignedInVisit, right: Right): Promise<boolean> {
  const { store, now, settings } = visit;
  const bearer = bearerOf(visit);
  const token = sessionToken(visit);
  const account = await store.apart(async (session) => {
    if (bearer !== undefined) return accountOfToken(session, bearer, now());
    return token === undefined ? undefined : (await sessionOf(session, token, now(), settings.page))?.account;
  });
  return account !== undefined && account.userId === visit.account.userId && may(account, right);
}

/** Whether a visit only watches runs. */
function isAboutRuns({ context, url }: Visit): boolean {
  return context.req.method === 'GET' && url.pathname.startsWith('/data/runs/');
}

function bearerOf({ context }: Visit): string | undefined {
  return /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
}
