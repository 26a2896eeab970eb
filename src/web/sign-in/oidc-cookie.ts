import { createHmac } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { randomToken } from '../../access/secret-token.ts';
import { ownAddress } from '../addresses.ts';
import { isEqual } from '../checked-form.ts';
import type { Visit } from '../visit.ts';
import { cookieName } from './session-cookie.ts';

/** For how long a person may take to sign in at the provider. */
const MOST_SECONDS = 600;
const COOKIE = 'oidc';

/**
 * A sign-in at the provider that a browser has begun. The browser keeps a secret; state, nonce and code verifier are
 * derived from it, from the time and from the page to show next. None of them is valid for another browser, another
 * time or another page.
 */
export interface BegunSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Page of ours to show next. */
  readonly then: string;
}

/** Begins a sign-in, and has the browser keep it for ten minutes. */
export function beginSignIn(visit: Visit, then: string): BegunSignIn {
  const [secret, since] = [randomToken(), visit.now().seconds];
  const value = [secret, since, Buffer.from(then).toString('base64url')].join('.');
  setCookie(visit.context, cookieName(visit, COOKIE), value, {
    ...{ path: '/', httpOnly: true, sameSite: 'Lax', secure: visit.isTls, maxAge: MOST_SECONDS },
  });
  return begunOf(secret, since, then);
}

/**
 * The sign-in that the browser has begun, if an answer has its state. The browser forgets it then, and not because of the answer
 * to another one, such as that of a window in which the person began earlier. A state is too long to be guessed.
 * @returns undefined if the answer is to another one, or the sign-in is too old
 */
export function endBegunSignIn(visit: Visit, state: string): BegunSignIn | undefined {
  const begun = keptSignIn(visit);
  if (begun === undefined || !isEqual(state, begun.state)) return undefined;
  deleteCookie(visit.context, cookieName(visit, COOKIE), { path: '/', secure: visit.isTls });
  return begun;
}

function keptSignIn(visit: Visit): BegunSignIn | undefined {
  const value = getCookie(visit.context, cookieName(visit, COOKIE));
  const [, secret, since, then] = /^([\w-]{43})\.(\d{1,12})\.([\w-]*)$/.exec(value ?? '') ?? [];
  if (secret === undefined) return undefined;
  const age = visit.now().seconds - Number(since);
  if (age < 0 || age > MOST_SECONDS) return undefined;
  return begunOf(secret, Number(since), ownAddress(Buffer.from(then!, 'base64url').toString()));
}

function begunOf(secret: string, since: number, then: string): BegunSignIn {
  const derived = (use: string) =>
    createHmac('sha256', secret).update(`${use}\n${since}\n${then}`).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), codeVerifier: derived('verifier'), then };
}
