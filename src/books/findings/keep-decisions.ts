import { sql } from 'kysely';
import { appendDecisions } from '../../audit/audit-trail.ts';
import type { Session } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { FindingKey } from './current-findings.ts';
import { type CaseState, stateName } from './decision.ts';

/** A change to the case of one finding. */
export interface CaseChange {
  readonly finding: FindingKey & { readonly region: string };
  readonly action: string;
  readonly text: string | null;
  readonly before: CaseState;
  readonly after: CaseState;
}

/** The person who changed cases, and the time. */
export interface Decider {
  readonly at: Instant;
  readonly who: string;
}

/**
 * Stores changes of cases in order. Each has an entry in the audit trail and a range of entries for which its state
 * holds. Call it within a transaction and with the store's lock held.
 * @returns the numbers of the entries
 */
export async function keepDecisions(
  session: Session,
  { at, who }: Decider,
  changes: readonly CaseChange[],
): Promise<number[]> {
  if (changes.length === 0) return [];
  const entries = await appendDecisions(
    session,
    changes.map(({ finding, action, text, before, after }) => ({
      at,
      who,
      action,
      region: finding.region,
      merchantId: finding.merchant_id,
      orderNo: finding.order_no,
      code: finding.code,
      reason: text,
      before: stateFields(before),
      after: stateFields(after),
    })),
  );
  const keys = changes.map(({ finding }) => keyText(finding));
  // Going backwards gives each change the start of the finding's next change; the last range stays open.
  const next = new Map<string, number>();
  const ends = changes.map(() => null as number | null);
  for (let index = changes.length - 1; index >= 0; index -= 1) {
    ends[index] = next.get(keys[index]!) ?? null;
    next.set(keys[index]!, entries[index]!);
  }
  await endStretches(session, next);
  await beginStretches(session, changes, entries, ends);
  return entries;
}

/** A finding's key as one text. */
export function keyText({ order_no, merchant_id, code }: FindingKey): string {
  return JSON.stringify([order_no, merchant_id, code]);
}

/** Only a case that waits has the key `awaiting`, as in entries of programs that knew no requests. */
function stateFields({ state, assignee, note, reason, awaiting }: CaseState): Record<string, unknown> {
  const fields = { state: stateName(state), assignee, note, reason };
  if (awaiting === null) return fields;
  const { by, reason: why, currency, amountMinor } = awaiting;
  return { ...fields, awaiting: { by, reason: why, currency, amount_minor: amountMinor } };
}

/** Ends the ranges that were open before, at the first change of each finding. */
async function endStretches(session: Session, first: ReadonlyMap<string, number>): Promise<void> {
  const keys = [...first.keys()].map((key) => JSON.parse(key) as [string, string, string]);
  await sql`
    update case_states c
    set until_entry = k.entry
    from unnest(${keys.map(([orderNo]) => orderNo)}::text[], ${keys.map(([, merchantId]) => merchantId)}::text[],
                ${keys.map(([, , code]) => code)}::text[], ${[...first.values()]}::bigint[])
         k (order_no, merchant_id, code, entry)
    where c.order_no = k.order_no collate "C"
      and c.merchant_id = k.merchant_id collate "C"
      and c.code = k.code collate "C"
      and c.until_entry is null`.execute(session.db);
}

async function beginStretches(
  session: Session,
  changes: readonly CaseChange[],
  entries: readonly number[],
  ends: ReadonlyArray<number | null>,
): Promise<void> {
  const each = <T>(value: (change: CaseChange) => T) => changes.map(value);
  await sql`
    insert into case_states (
      order_no, merchant_id, code, from_entry, until_entry, state, assignee, note, reason, expected, actual,
      finding_reason, awaiting_by, awaiting_reason, awaiting_currency, awaiting_amount_minor
    )
    select order_no, merchant_id, code, from_entry, until_entry, state, assignee, note, reason, expected, actual,
           finding_reason, awaiting_by, awaiting_reason, awaiting_currency, awaiting_amount_minor
    from unnest(${each(({ finding }) => finding.order_no)}::text[], ${each(({ finding }) => finding.merchant_id)}::text[],
                ${each(({ finding }) => finding.code)}::text[], ${[...entries]}::bigint[], ${[...ends]}::bigint[],
                ${each(({ after }) => after.state)}::text[], ${each(({ after }) => after.assignee)}::text[],
                ${each(({ after }) => after.note)}::text[], ${each(({ after }) => after.reason)}::text[],
                ${each(({ after }) => after.expected)}::text[], ${each(({ after }) => after.actual)}::text[],
                ${each(({ after }) => after.findingReason)}::text[],
                ${each(({ after }) => after.awaiting?.by ?? null)}::text[],
                ${each(({ after }) => after.awaiting?.reason ?? null)}::text[],
                ${each(({ after }) => after.awaiting?.currency ?? null)}::text[],
                ${each(({ after }) => after.awaiting?.amountMinor ?? null)}::numeric[])
         k (order_no, merchant_id, code, from_entry, until_entry, state, assignee, note, reason, expected, actual,
            finding_reason, awaiting_by, awaiting_reason, awaiting_currency, awaiting_amount_minor)`.execute(
    session.db,
  );
}
