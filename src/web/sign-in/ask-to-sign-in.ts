import { Problem } from '../problem.tsx';
import type { Visit } from '../visit.ts';

/** The answer where nobody has signed in: people are led to sign in and back, programs are told. */
export function askToSignIn({ context, url }: Visit): Response {
  const isPage = context.req.method !== 'POST' && /text\/html/.test(context.req.header('Accept') ?? '');
  if (!isPage) {
    context.header('WWW-Authenticate', 'Bearer realm="payin-recon"');
    throw new Problem('signInNeeded');
  }
  return context.redirect(`/sign-in?then=${encodeURIComponent(`${url.pathname}${url.search}`)}`, 303);
}
