import { timingSafeEqual } from 'node:crypto';
import { Problem } from './problem.tsx';
import type { Visit } from './visit.ts';

/** Names of the hidden fields of every form: what ties it to the session, and what identifies one sending. */
export const FORM_TOKEN = 'form_token';
export const FORM_ID = 'form_id';

/** Field with the address to show after signing in again, if the session has ended when the form is sent. */
export const FORM_RETURN = 'form_return';

/** Largest form of a route that does not say otherwise. */
export const LARGEST_FORM_BYTES = 65_536;

const FORM_TYPE = 'application/x-www-form-urlencoded';

const forms = new WeakMap<object, Promise<URLSearchParams>>();

/** The fields of a form that a browser has sent. Throws Problem for another type of content. */
export function fieldsOf({ context }: Pick<Visit, 'context'>): Promise<URLSearchParams> {
  const known = forms.get(context);
  if (known !== undefined) return known;
  const type = context.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new Problem('invalid', `Content-Type: ${FORM_TYPE}`);
  const read = context.req.text().then(
    (text) => new URLSearchParams(text),
    (error: unknown) => {
      // The client has gone before it had sent all, or has sent what is no body.
      throw error instanceof Problem ? error : new Problem('invalid');
    },
  );
  forms.set(context, read);
  return read;
}

/** Checks that a form belongs to the session that sends it. Throws Problem. */
export async function checkForm(visit: Visit): Promise<void> {
  const given = (await fieldsOf(visit)).get(FORM_TOKEN) ?? '';
  if (visit.formToken === undefined || !isEqual(given, visit.formToken)) throw new Problem('formStale');
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
