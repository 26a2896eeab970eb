import { knownUser } from '../../access/known-user.ts';
import { sessionOf } from '../../access/sessions.ts';
import { signInKnown } from '../../access/sign-in.ts';
import type { Way } from '../client-address.ts';
import { Problem } from '../problem.tsx';
import type { Visit } from '../visit.ts';
import { keepSessionToken, sessionToken } from './session-cookie.ts';

/**
 * A visit with the user whom a trusted proxy names (setting page.userHeader). The first request begins a session, which
 * ties forms to the browser; it ends when the proxy names somebody else. Without that setting nobody is named.
 */
export async function headerSession(visit: Visit, way: Way): Promise<Visit> {
  const { context, store, settings, now, clientAddress } = visit;
  const { userHeader } = settings.page;
  if (userHeader === undefined || !way.isByProxy) return visit;
  const name = context.req.header(userHeader)?.trim() ?? '';
  if (name === '') return visit;
  const at = now();
  const user = await knownUser(store, at, { origin: 'proxy', name, access: undefined });
  if (user === undefined || user.disabledAt !== undefined) throw new Problem('forbidden', name);
  const session = await signInKnown(store, user, {
    ...{ at, limits: settings.page, address: clientAddress, previousToken: sessionToken(visit) },
    agent: context.req.header('User-Agent') ?? '',
  });
  if (session === undefined) throw new Problem('forbidden', name);
  keepSessionToken(visit, session.token);
  const signedIn = await store.apart((one) => sessionOf(one, session.token, at, settings.page));
  return signedIn === undefined ? visit : { ...visit, ...signedIn };
}
