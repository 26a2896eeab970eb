import { setTimeout } from 'node:timers/promises';
import { formatInstant } from '../normalise/instant.ts';
import { FORM_ID, fieldsOf } from './checked-form.ts';
import { logFailure } from './log-failure.ts';
import { Problem } from './problem.tsx';
import type { SignedInVisit } from './visit.ts';

const WAIT_MILLISECONDS = 100;
const MOST_WAITS = 50;
/** What forms of this page have, and the database can index. */
const FORM_IDS = /^[\w-]{1,64}$/;

/**
 * Carries out a form once. Whoever sends it again, by a double click or by loading the answer again, is led to where the
 * first sending led.
 * @param work does what the form asks and returns the address to show next
 * @throws Problem busy if the first sending is still being worked on
 */
export async function once(visit: SignedInVisit, work: () => Promise<string>): Promise<Response> {
  const { context, store } = visit;
  const { formId, isFirst } = await begin(visit, null);
  if (!isFirst) return context.redirect(await answerOf(visit, formId), 303);
  let address: string;
  try {
    address = await work();
  } catch (error) {
    await forget(visit, formId);
    throw error;
  }
  // It is done by now, whether or not that can be noted.
  await store
    .apart(({ db }) =>
      db.updateTable('sent_forms').set({ answer: address }).where('form_id', '=', formId).execute(),
    )
    .catch((cause: unknown) => logFailure(visit, cause, 'the answer to a form is not noted'));
  return context.redirect(address, 303);
}

/**
 * The same for work that leads to an address known before. It may hold the store when it returns: nothing is stored
 * after it.
 */
export async function onceLeadingTo(
  visit: SignedInVisit,
  address: string,
  work: () => Promise<void>,
): Promise<Response> {
  const { context, store } = visit;
  const { formId, isFirst } = await begin(visit, address);
  if (!isFirst) return context.redirect(await answerOf(visit, formId), 303);
  try {
    await work();
    return context.redirect(address, 303);
  } catch (error) {
    const forgotten = forget(visit, formId);
    // The embedded store may be held by another run: then it is forgotten after that, before anything asked for later.
    if (store.engine === 'postgresql') await forgotten;
    else forgotten.catch((cause: unknown) => logFailure(visit, cause, 'a form is not forgotten'));
    throw error;
  }
}

/** Notes that a form was sent, and whether for the first time. */
async function begin(
  visit: SignedInVisit,
  answer: string | null,
): Promise<{ readonly formId: string; readonly isFirst: boolean }> {
  const { store, sessionHash, now } = visit;
  const formId = (await fieldsOf(visit)).get(FORM_ID) ?? '';
  if (!FORM_IDS.test(formId) || sessionHash === undefined) throw new Problem('formStale');
  const added = await store.apart(({ db }) =>
    db
      .insertInto('sent_forms')
      .values({ form_id: formId, session_hash: sessionHash, sent_at: formatInstant(now()), answer })
      .onConflict((conflict) => conflict.column('form_id').doNothing())
      .returning('form_id')
      .executeTakeFirst(),
  );
  return { formId, isFirst: added !== undefined };
}

/** What failed may be sent again. */
async function forget({ store }: SignedInVisit, formId: string): Promise<void> {
  await store.apart(({ db }) => db.deleteFrom('sent_forms').where('form_id', '=', formId).execute());
}

/** Where the first sending of a form led, once it is done. */
async function answerOf({ store, sessionHash }: SignedInVisit, formId: string): Promise<string> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const row = await store.apart(({ db }) =>
      db
        .selectFrom('sent_forms')
        .select('answer')
        .where('form_id', '=', formId)
        .where('session_hash', '=', sessionHash!)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Problem('formStale');
    if (row.answer !== null) return row.answer;
    await setTimeout(WAIT_MILLISECONDS);
  }
  throw new Problem('busy');
}
