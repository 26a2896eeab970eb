import { randomBytes } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { signInWithPassword } from '../../access/sign-in.ts';
import { SIGN_IN_TEXTS } from '../../texts/page/sign-in-texts.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { addressWith, ownAddress } from '../addresses.ts';
import { FORM_TOKEN, fieldsOf, isEqual } from '../checked-form.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { Say } from '../parts/say.tsx';
import { Problem } from '../problem.tsx';
import type { Route, Visit } from '../visit.ts';
import { hasProvider } from './oidc-provider.ts';
import { cookieName, forgetSessionToken, keepSessionToken, sessionToken } from './session-cookie.ts';

/** Ties the sign-in form to the browser that has asked for it, so that nobody is signed in as somebody else. */
const FORM_COOKIE = 'sign-in-form';

interface Shown {
  readonly then: string;
  readonly notice?: Phrase;
  /** What was typed before. */
  readonly name?: string;
  readonly status?: 200 | 401 | 403 | 429 | 503;
}

/** The form to sign in, and the way to the OpenID provider where there is one. */
export function signInPage(visit: Visit, { then, notice, name, status = 200 }: Shown): Promise<Response> {
  const { context, language } = visit;
  const texts = SIGN_IN_TEXTS[language];
  const formToken = randomBytes(32).toString('base64url');
  setCookie(context, cookieName(visit, FORM_COOKIE), formToken, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: visit.isTls,
  });
  return htmlPage(
    context,
    <Frame visit={visit} title={texts.title}>
      {notice === undefined ? null : (
        <div class="notice warn" role="alert">
          <Say phrase={notice} />
        </div>
      )}
      <form method="post" action="/sign-in">
        <input type="hidden" name={FORM_TOKEN} value={formToken} />
        <input type="hidden" name="then" value={then} />
        <div class="field">
          <label for="name">{texts.name}</label>
          <input id="name" name="name" value={name} required autocomplete="username" dir="auto" autofocus />
        </div>
        <div class="field">
          <label for="password">{texts.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            autocomplete="current-password"
            dir="ltr"
          />
        </div>
        <button type="submit">{texts.signIn}</button>
      </form>
      {hasProvider(visit) ? (
        <p>
          {texts.or}{' '}
          <a class="button quiet" href={addressWith('/sign-in/oidc', { then })}>
            {texts.withProvider}
          </a>
        </p>
      ) : null}
    </Frame>,
    status,
  );
}

const showRoute: Route = {
  method: 'GET',
  path: '/sign-in',
  right: 'public',
  handle: async (visit) => {
    const texts = SIGN_IN_TEXTS[visit.language];
    const then = ownAddress(visit.url.searchParams.get('then') ?? undefined);
    if (visit.account !== undefined) return visit.context.redirect(then, 303);
    if (visit.url.searchParams.has('out')) return signInPage(visit, { then, notice: [texts.signedOut] });
    // A browser that still sends a session's token had one, and it has ended.
    const hadSession = sessionToken(visit) !== undefined;
    if (hadSession) forgetSessionToken(visit);
    return signInPage(visit, { then, ...(hadSession ? { notice: [texts.ended] } : {}) });
  },
};

const enterRoute: Route = {
  method: 'POST',
  path: '/sign-in',
  right: 'public',
  handle: async (visit) => {
    const { context, store, settings, now, way } = visit;
    const fields = await fieldsOf(visit);
    const given = fields.get(FORM_TOKEN) ?? '';
    const then = ownAddress(fields.get('then') ?? undefined);
    if (given === '' || !isEqual(given, getCookie(context, cookieName(visit, FORM_COOKIE)) ?? ''))
      throw new Problem('formStale');
    const name = fields.get('name') ?? '';
    const result = await signInWithPassword(store, {
      ...{ name, password: fields.get('password') ?? '', at: now(), limits: settings.page },
      ...{ address: way.client, agent: context.req.header('User-Agent') ?? '' },
      previousToken: sessionToken(visit),
    });
    const texts = SIGN_IN_TEXTS[visit.language];
    if (result.refused === undefined) {
      keepSessionToken(visit, result.session.token);
      return context.redirect(then, 303);
    }
    if (result.refused === 'wrong')
      return signInPage(visit, { then, name, notice: [texts.wrong], status: 401 });
    const seconds = result.retryAfterSeconds;
    context.header('Retry-After', String(seconds));
    return signInPage(visit, {
      ...{ then, name, status: 429 },
      notice: texts.wait(visit.formats.count(seconds)),
    });
  },
};

export const signInRoutes: readonly Route[] = [showRoute, enterRoute];
