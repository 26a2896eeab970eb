import { isUtf8 } from 'node:buffer';
import { knownUser } from '../../access/known-user.ts';
import { type SignedIn, sessionOf, signOut } from '../../access/sessions.ts';
import { signInKnown } from '../../access/sign-in.ts';
import { storedName } from '../../access/user-name.ts';
import { readUserOfId } from '../../access/users.ts';
import { Problem } from '../problem.tsx';
import type { Visit } from '../visit.ts';
import { forgetSessionToken, keepSessionToken, sessionToken, withSession } from './session-cookie.ts';

/**
 * A visit with the user whom a trusted proxy names (setting page.userHeader). The first request begins a session, which
 * ties forms to the browser. It counts only while the proxy names that user: it ends when the proxy names somebody else
 * or nobody. Sessions by password or OpenID are left as they are where the proxy names nobody.
 * @param signedIn the session of the browser, if it has one
 */
export async function headerSession(visit: Visit, signedIn: SignedIn | undefined): Promise<Visit> {
  const { context, store, settings, now, way } = visit;
  const header = settings.page.userHeader ?? '';
  const name = way.isByProxy ? storedName(decoded(context.req.header(header)?.trim() ?? '')) : '';
  const isByHeader = signedIn !== undefined && (await isOfProxy(visit, signedIn));
  if (signedIn !== undefined) {
    if (isByHeader ? signedIn.account.name === name : name === '') return withSession(visit, signedIn);
    // Without the proxy a session proves nothing, and ends nothing: anybody may have its cookie sent from elsewhere.
    if (isByHeader && !way.isByProxy) return visit;
    await signOut(store, signedIn, now());
    forgetSessionToken(visit);
  }
  return name === '' ? visit : enter(visit, name);
}

/** A header as text: proxies write UTF-8, which Node.js gives as one character a byte. */
function decoded(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

async function isOfProxy({ store }: Visit, { account }: SignedIn): Promise<boolean> {
  const user = await store.apart((session) => readUserOfId(session, account.userId));
  return user?.origin === 'proxy';
}

async function enter(visit: Visit, name: string): Promise<Visit> {
  const { context, store, settings, now, way } = visit;
  const at = now();
  const user = await knownUser(store, at, { origin: 'proxy', name, access: undefined });
  if (user === undefined || user.origin !== 'proxy' || user.disabledAt !== undefined) {
    throw new Problem('forbidden', name);
  }
  const session = await signInKnown(store, user, {
    ...{ at, limits: settings.page, address: way.client, previousToken: sessionToken(visit) },
    agent: context.req.header('User-Agent') ?? '',
  });
  if (session === undefined) throw new Problem('forbidden', name);
  keepSessionToken(visit, session.token);
  const signedIn = await store.apart((one) => sessionOf(one, session.token, at, settings.page));
  return signedIn === undefined ? visit : withSession(visit, signedIn);
}
