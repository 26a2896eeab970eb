import { ownAddress } from '../addresses.ts';
import { FORM_RETURN, fieldsOf, LARGEST_FORM_BYTES } from '../checked-form.ts';
import { Problem } from '../problem.tsx';
import type { Visit } from '../visit.ts';

/** The answer where nobody has signed in: people are led to sign in and back, programs get an error. */
export async function askToSignIn(visit: Visit): Promise<Response> {
  const { context } = visit;
  const back = /text\/html/.test(context.req.header('Accept') ?? '') ? await returnOf(visit) : undefined;
  if (back === undefined) {
    context.header('WWW-Authenticate', 'Bearer realm="payin-recon"');
    throw new Problem('signInNeeded');
  }
  return context.redirect(`/sign-in?then=${encodeURIComponent(back)}`, 303);
}

/** The page itself, or the one that a form names; undefined for a form that names none. */
async function returnOf(visit: Visit): Promise<string | undefined> {
  const { context, url } = visit;
  if (context.req.method !== 'POST') return `${url.pathname}${url.search}`;
  // Nobody makes the program keep a large form without having signed in.
  if (Number(context.req.header('Content-Length') ?? 0) > LARGEST_FORM_BYTES) return undefined;
  const named = (await fieldsOf(visit)).get(FORM_RETURN);
  return named === null ? undefined : ownAddress(named);
}
