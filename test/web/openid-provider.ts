import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';

export const CLIENT_SECRET = 'a-secret-of-the-client-of-this-test-only';

/** What the provider knows of the person who signs in there. */
export type Claims = Readonly<Record<string, unknown>>;

export interface OpenidProvider {
  readonly issuer: string;
  /** Begins to answer. Until then, and after `stop`, connections are refused. */
  start(redirectUri: string, configuration?: Partial<Configuration>): Promise<void>;
  stop(): Promise<void>;
  /** People who can sign in, by the name that they type. */
  readonly people: Map<string, Claims>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'test' };

/** A real OpenID provider on a port of loopback, with a page to sign in. */
export async function openidProvider(client: Partial<ClientMetadata> = {}): Promise<OpenidProvider> {
  const people = new Map<string, Claims>();
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let server: Server | undefined;
  const stop = async () => {
    if (server === undefined) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    server = undefined;
  };
  onTestFinished(stop);
  const start: OpenidProvider['start'] = async (redirectUri, configuration = {}) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...{ client_id: 'payin-recon', client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] },
          ...client,
        },
      ],
      jwks: { keys: [KEY] },
      cookies: { keys: ['a key of this test'] },
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
      // Claims in the identity token, as most providers have them.
      conformIdTokenClaims: false,
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
      ...configuration,
    });
    const answer = provider.callback();
    server = createServer((request, response) => {
      if (request.url!.startsWith('/interaction/')) void interact(provider, request, response);
      else void answer(request, response);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { issuer, start, stop, people };
}

/** The page to sign in: any name that is typed, or `cancel`. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<form method="post" action="${request.url}"><input name="login"></form>`);
    return;
  }
  const body = Buffer.concat(await request.toArray()).toString();
  const login = new URLSearchParams(body).get('login')!;
  await provider.interactionFinished(
    request,
    response,
    login === 'cancel' ? { error: 'access_denied' } : { login: { accountId: login } },
  );
}

/** Signs in at the provider, as a browser does. Returns the address to which it leads back. */
export async function signInThere(address: string, login: string): Promise<URL> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next = new URL(address);
  let init: RequestInit = {};
  for (let steps = 0; steps < 10; steps += 1) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { ...init, redirect: 'manual', headers: { Cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = answer.headers.get('location');
    const text = await answer.text();
    const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
    if (location === null && action === undefined) throw new Error(`${answer.status} ${text}`);
    next = new URL(location ?? action!, next);
    init = location === null ? { method: 'POST', body: new URLSearchParams({ login }) } : {};
    if (next.origin !== origin) return next;
  }
  throw new Error('the provider leads nowhere');
}
