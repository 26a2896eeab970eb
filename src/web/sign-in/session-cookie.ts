import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SignedIn } from '../../access/sessions.ts';
import type { Visit } from '../visit.ts';

type CookieVisit = Pick<Visit, 'context' | 'isTls'>;

/**
 * Name of a cookie. By TLS the browser itself makes sure that no other host and no plain connection sets it;
 * without TLS, which is for loopback only, browsers do not agree on whether that name may be used.
 */
export function cookieName({ isTls }: Pick<Visit, 'isTls'>, name: string): string {
  return isTls ? `__Host-${name}` : name;
}

function nameOf(visit: CookieVisit): string {
  return cookieName(visit, 'payin-recon');
}

/** The session's token as the browser sent it. */
export function sessionToken(visit: CookieVisit): string | undefined {
  return getCookie(visit.context, nameOf(visit));
}

/** Gives the browser a session's token until it is closed; the session itself ends earlier. */
export function keepSessionToken(visit: CookieVisit, token: string): void {
  setCookie(visit.context, nameOf(visit), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: visit.isTls,
  });
}

/** The visit of a person with a session. */
export function withSession(visit: Visit, { account, sessionHash, formToken }: SignedIn): Visit {
  return { ...visit, account, sessionHash, formToken };
}

/** Takes the token out of the browser. */
export function forgetSessionToken(visit: CookieVisit): void {
  deleteCookie(visit.context, nameOf(visit), { path: '/', secure: visit.isTls });
}
