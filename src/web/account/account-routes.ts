import { signOutEverywhere } from '../../access/sessions.ts';
import { changeOwnPassword } from '../../access/sign-in.ts';
import { makeToken, revokeToken } from '../../access/tokens.ts';
import { addSeconds } from '../../normalise/instant.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import { baseOf } from '../addresses.ts';
import { fieldsOf } from '../checked-form.ts';
import { shownOnce } from '../parts/shown-once.tsx';
import { Problem } from '../problem.tsx';
import { once } from '../sent-forms.ts';
import { forgetSessionToken, keepSessionToken, sessionToken } from '../sign-in/session-cookie.ts';
import { signedInOf } from '../sign-in/sign-out.ts';
import type { Route } from '../visit.ts';
import { accountPage } from './account-page.tsx';

const DAY_SECONDS = 86_400;

const showRoute: Route = {
  method: 'GET',
  path: '/account',
  right: 'signed-in',
  handle: (visit) => {
    const isChanged = visit.url.searchParams.has('changed');
    const phrase = [ACCOUNT_TEXTS[visit.language].changed];
    return accountPage(visit, isChanged ? { kind: 'good', phrase } : undefined);
  },
};

const everywhereRoute: Route = {
  method: 'POST',
  path: '/account/sign-out-everywhere',
  right: 'signed-in',
  handle: async (visit) => {
    await signOutEverywhere(visit.store, signedInOf(visit), visit.now());
    forgetSessionToken(visit);
    return visit.context.redirect('/sign-in?out=all', 303);
  },
};

const passwordRoute: Route = {
  method: 'POST',
  path: '/account/password',
  right: 'signed-in',
  handle: async (visit) => {
    const { context, store, account, settings, way } = visit;
    const fields = await fieldsOf(visit);
    const texts = ACCOUNT_TEXTS[visit.language];
    const newPassword = fields.get('new_password') ?? '';
    if (newPassword !== (fields.get('again') ?? '')) {
      return accountPage(visit, { kind: 'warn', phrase: [texts.differ], status: 400 });
    }
    const result = await changeOwnPassword(store, account, {
      ...{ password: fields.get('password') ?? '', newPassword, at: visit.now(), limits: settings.page },
      ...{ address: way.client, agent: context.req.header('User-Agent') ?? '' },
      previousToken: sessionToken(visit),
    });
    if (result.refused === 'wrong') {
      return accountPage(visit, { kind: 'warn', phrase: [texts.wrong], status: 401 });
    }
    if (result.refused === 'wait') {
      const seconds = result.retryAfterSeconds;
      context.header('Retry-After', String(seconds));
      const phrase = texts.wait(visit.formats.count(seconds));
      return accountPage(visit, { kind: 'warn', phrase, status: 429 });
    }
    keepSessionToken(visit, result.session.token);
    return context.redirect('/account?changed', 303);
  },
};

const makeRoute: Route = {
  method: 'POST',
  path: '/account/tokens',
  right: 'signed-in',
  handle: async (visit) => {
    const { store, account } = visit;
    const fields = await fieldsOf(visit);
    const days = fields.get('days') ?? '';
    const texts = ACCOUNT_TEXTS[visit.language];
    if (!/^\d{1,4}$/.test(days)) throw new Problem('invalid', texts.days);
    const at = visit.now();
    const name = fields.get('name') ?? '';
    return shownOnce(visit, '/account', async () => {
      const expiresAt = addSeconds(at, Number(days) * DAY_SECONDS);
      const { text } = await makeToken(store, account, { name, at, expiresAt });
      const command = `curl -H "Authorization: Bearer ${text}" -OJ ${baseOf(visit)}/download/…`;
      return {
        ...{ title: texts.newToken, label: name, secret: text, hint: texts.shownOnce },
        links: [{ href: '/account', label: texts.back }],
        usage: { label: texts.howToUse, command },
      };
    });
  },
};

const revokeRoute: Route = {
  method: 'POST',
  path: '/account/tokens/:token/revoke',
  right: 'signed-in',
  handle: (visit) =>
    once(visit, async () => {
      await revokeToken(visit.store, visit.account, visit.context.req.param('token') ?? '', visit.now());
      return '/account';
    }),
};

export const accountRoutes: readonly Route[] = [
  ...[showRoute, everywhereRoute, passwordRoute, makeRoute, revokeRoute],
];
