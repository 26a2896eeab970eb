import * as openid from 'openid-client';
import type { KnownPerson } from '../../access/known-user.ts';
import { accessOfGroups } from '../../access/provider-access.ts';
import type { Visit } from '../visit.ts';
import type { BegunSignIn } from './oidc-cookie.ts';

/**
 * The person whom the provider has signed in, with role and merchants by the groups there. What the identity token does
 * not have is asked for at the provider's address of user information.
 * @param answer the address with which the browser has come back
 * @throws errors of openid-client and of fetch, also if the answer is not for this sign-in
 */
export async function personOf(
  { settings }: Visit,
  provider: openid.Configuration,
  answer: URL,
  begun: BegunSignIn,
): Promise<KnownPerson> {
  const { nameClaim, groupsClaim } = settings.page.oidc;
  const tokens = await openid.authorizationCodeGrant(provider, answer, {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the provider has sent no identity token');
  const isWhole = nameClaim in claims && groupsClaim in claims;
  const asks = !isWhole && provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = asks ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  const all: Readonly<Record<string, unknown>> = { ...more, ...claims };
  const name = all[nameClaim];
  if (typeof name !== 'string') throw new Error(`the provider gives no claim ${nameClaim} with a text`);
  const groups = [all[groupsClaim] ?? []].flat().filter((group) => typeof group === 'string');
  return {
    ...{ origin: 'oidc', name, subject: `${claims.iss} ${claims.sub}` },
    access: accessOfGroups(groups, settings.page.oidc),
  };
}

/** Why a sign-in at the provider has failed, as far as people can do something about it. */
export type ProviderFailure = 'providerDown' | 'clockOff' | 'providerFailed';

/** The kind of a failure. Errors of fetch have no code of OAuth. */
export function failureOf(error: unknown): ProviderFailure {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clockOff';
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return 'providerDown';
  const isOfFetch = error instanceof TypeError || cause instanceof TypeError;
  return isOfFetch && (code === undefined || code === 'OAUTH_ABORT') ? 'providerDown' : 'providerFailed';
}
