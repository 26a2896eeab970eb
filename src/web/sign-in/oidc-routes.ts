import * as openid from 'openid-client';
import { knownUser } from '../../access/known-user.ts';
import { signInKnown } from '../../access/sign-in.ts';
import type { User } from '../../access/users.ts';
import { noteEvents } from '../../audit/events.ts';
import { Fault } from '../../errors.ts';
import type { Instant } from '../../normalise/instant.ts';
import { SIGN_IN_TEXTS } from '../../texts/page/sign-in-texts.ts';
import { baseOf, ownAddress } from '../addresses.ts';
import { Problem } from '../problem.tsx';
import type { Route, Visit } from '../visit.ts';
import { beginSignIn, endBegunSignIn } from './oidc-cookie.ts';
import { failureOf, type ProviderFailure, personOf } from './oidc-person.ts';
import { providerOf } from './oidc-provider.ts';
import { keepSessionToken, sessionToken } from './session-cookie.ts';
import { signInPage } from './sign-in-page.tsx';

type Refusal = ProviderFailure | 'providerStale' | 'noRole' | 'userDisabled';

const CALLBACK = '/sign-in/oidc/callback';
const AGAIN_SECONDS = 10;
const NAME_FAULTS: readonly string[] = ['USER_EXISTS', 'SUBJECT_CHANGED', 'USER_NAME_INVALID'];

const startRoute: Route = {
  method: 'GET',
  path: '/sign-in/oidc',
  right: 'public',
  handle: async (visit) => {
    const issuer = issuerOf(visit);
    const then = ownAddress(visit.url.searchParams.get('then') ?? undefined);
    try {
      const provider = await providerOf(visit, issuer);
      const { state, nonce, codeVerifier } = beginSignIn(visit, then);
      const address = openid.buildAuthorizationUrl(provider, {
        redirect_uri: callbackAddress(visit).href,
        scope: visit.settings.page.oidc.scopes.join(' '),
        ...{ state, nonce, code_challenge_method: 'S256' },
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      });
      return visit.context.redirect(address.href, 303);
    } catch (error) {
      return refused(visit, then, failureOf(error), error);
    }
  },
};

const callbackRoute: Route = {
  method: 'GET',
  path: CALLBACK,
  right: 'public',
  handle: async (visit) => {
    const issuer = issuerOf(visit);
    const begun = endBegunSignIn(visit, visit.url.searchParams.get('state') ?? '');
    if (begun === undefined) return refused(visit, '/', 'providerStale');
    const answer = callbackAddress(visit);
    answer.search = visit.url.search;
    let person: Awaited<ReturnType<typeof personOf>>;
    try {
      person = await personOf(visit, await providerOf(visit, issuer), answer, begun);
    } catch (error) {
      return refused(visit, begun.then, failureOf(error), error);
    }
    return enter(visit, person, begun.then);
  },
};

export const oidcRoutes: readonly Route[] = [startRoute, callbackRoute];

type Person = Awaited<ReturnType<typeof personOf>>;

/** Begins the session of a person whom the provider has signed in, if the person's groups have a role. */
async function enter(visit: Visit, person: Person, then: string): Promise<Response> {
  const { context, store, settings, way } = visit;
  const at = visit.now();
  const place = { address: way.client, agent: context.req.header('User-Agent') ?? '' };
  // A person known from before who has lost every group is not let in by the role of then.
  const user = person.access === undefined ? undefined : await knownOrNoted(visit, person, at);
  if (user === undefined) {
    await noteFailure(visit, person, at, 'no group with a role');
    return refused(visit, then, 'noRole');
  }
  const previousToken = sessionToken(visit);
  const session = await signInKnown(store, user, { ...place, at, limits: settings.page, previousToken });
  if (session === undefined) return refused(visit, then, 'userDisabled');
  keepSessionToken(visit, session.token);
  return context.redirect(then, 303);
}

/** The user of a person. A name that cannot be used, or that another user has, is a failed sign-in too. */
async function knownOrNoted(visit: Visit, person: Person, at: Instant): Promise<User | undefined> {
  try {
    return await knownUser(visit.store, at, person);
  } catch (error) {
    const isOfName = error instanceof Fault && NAME_FAULTS.includes(error.code);
    if (isOfName) await noteFailure(visit, person, at, error.code);
    throw error;
  }
}

async function noteFailure(visit: Visit, { name }: Person, at: Instant, found: string): Promise<void> {
  const after = { address: visit.way.client, by: 'oidc', found };
  // A provider may give any text for a name.
  const who = [...name.replaceAll('\0', '')].slice(0, 200).join('');
  await noteEvents(visit.store, [{ who, action: 'sign-in-failed', after }], at);
}

/** The sign-in page again, with what has gone wrong. The error itself is in the log only. */
function refused(visit: Visit, then: string, refusal: Refusal, error?: unknown): Promise<Response> {
  if (error !== undefined) visit.log.error({ fault: error }, 'the OpenID provider could not be used');
  const notice = [SIGN_IN_TEXTS[visit.language][refusal]];
  if (refusal !== 'providerDown') return signInPage(visit, { then, notice, status: 403 });
  visit.context.header('Retry-After', String(AGAIN_SECONDS));
  return signInPage(visit, { then, notice, status: 503 });
}

function issuerOf({ settings }: Visit): string {
  const { issuer } = settings.page.oidc;
  if (issuer === undefined) throw new Problem('notFound');
  return issuer;
}

/** Where the provider leads back to, which has to be known there. */
function callbackAddress(visit: Visit): URL {
  return new URL(`${baseOf(visit)}${CALLBACK}`);
}
