import * as openid from 'openid-client';
import { now } from '../../clock.ts';
import { isLoopback } from '../../http/loopback.ts';
import { secondsBetween } from '../../normalise/instant.ts';
import type { OidcSettings } from '../../settings/page.ts';
import { secretText } from '../../settings/secret.ts';
import type { Visit } from '../visit.ts';

/** Longest time for one request to the provider. */
const TIMEOUT_SECONDS = 10;
/** For how long what the provider says of itself is kept. */
const KEPT_SECONDS = 300;

/** Whether the settings name an OpenID provider. */
export function hasProvider({ settings }: Pick<Visit, 'settings'>): boolean {
  return settings.page.oidc.issuer !== undefined;
}

/**
 * The provider as it describes itself, and this program as its client.
 * @throws errors of openid-client and of fetch; Fault SECRET_UNAVAILABLE
 */
export function providerOf(visit: Visit, issuer: string): Promise<openid.Configuration> {
  const { settings, remembered } = visit;
  const stamp = String(Math.floor(visit.now().seconds / KEPT_SECONDS));
  return remembered.read(stamp, `oidc ${issuer}`, () => discover(visit, issuer, settings.page.oidc));
}

async function discover(
  { now: at, workingDirectory }: Visit,
  issuer: string,
  { clientId, clientSecretFile }: OidcSettings,
): Promise<openid.Configuration> {
  const named = { setting: 'page.oidc.clientSecret', expected: 'the secret of this program at the provider' };
  const secret = await secretText({ file: clientSecretFile }, named, workingDirectory);
  const server = new URL(issuer);
  const isPlain = server.protocol === 'http:' && isLoopback(server.hostname.replace(/^\[|\]$/g, ''));
  return openid.discovery(
    server,
    clientId,
    { [openid.clockSkew]: Math.round(secondsBetween(now(), at())) },
    secret === undefined ? openid.None() : secretSent(secret),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
    },
  );
}

/** Sends the secret as the provider takes it; in the header, unless it says that it takes it in the body only. */
function secretSent(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? basic : post;
    way(server, client, body, headers);
  };
}
