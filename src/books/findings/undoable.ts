import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import type { CurrentFinding, FindingKey } from './current-findings.ts';
import { type CaseState, CLOSING, type StoredState, stateName, storedState } from './decision.ts';
import { keyText } from './keep-decisions.ts';
import { PROGRAM } from './reopen-contradicted.ts';
import {
  amountAboveApproved,
  amountText,
  type FindingAmount,
  isAmong,
  type Limits,
} from './write-off-amount.ts';

/** The newest audit entry about a finding, and the case as it was before. */
export interface NewestEntry {
  readonly who: string;
  readonly action: string;
  /** As PostgreSQL writes it in UTC. */
  readonly at: string;
  readonly previous: CaseState;
  /** The amount that a second person had approved, if undoing returns to an approved write-off; else null. */
  readonly approved: FindingAmount | null;
}

interface Row extends FindingKey, StoredState {
  readonly who: string;
  readonly action: string;
  readonly at: string;
  readonly was_approved: boolean;
  readonly approved_currency: string | null;
  readonly approved_minor: string | null;
}

/** The newest entry about each of these findings, by {@link keyText}; none for a finding without a decision. */
export async function newestEntries(
  session: Session,
  keys: readonly FindingKey[],
): Promise<ReadonlyMap<string, NewestEntry>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select c.order_no, c.merchant_id, c.code, e.who, e.action, e.at, coalesce(p.state, 'open') as state, p.assignee,
           p.note, p.reason, p.expected, p.actual, p.finding_reason, p.awaiting_by, p.awaiting_reason,
           p.awaiting_currency, p.awaiting_amount_minor, a.code is not null as was_approved,
           a.awaiting_currency as approved_currency, a.awaiting_amount_minor::text as approved_minor
    from unnest(${keys.map((key) => key.order_no)}::text[], ${keys.map((key) => key.merchant_id)}::text[],
                ${keys.map((key) => key.code)}::text[]) k (order_no, merchant_id, code)
    join case_states c
      on c.order_no = k.order_no collate "C"
     and c.merchant_id = k.merchant_id collate "C"
     and c.code = k.code collate "C"
     and c.until_entry is null
    join audit_entries e on e.entry = c.from_entry
    left join case_states p
      on p.order_no = c.order_no
     and p.merchant_id = c.merchant_id
     and p.code = c.code
     and p.until_entry = c.from_entry
    -- The newest closing entry is what has closed it: undoing takes back only the entry before it, and closes nothing anew.
    left join lateral (
      select x.entry, x.action
      from audit_entries x
      where x.order_no = p.order_no
        and x.merchant_id = p.merchant_id
        and x.code = p.code
        and x.entry <= p.from_entry
        and x.action = any (${Object.keys(CLOSING)}::text[])
      order by x.entry desc
      limit 1
    ) closing on p.state = 'written_off'
    left join case_states a
      on a.order_no = p.order_no
     and a.merchant_id = p.merchant_id
     and a.code = p.code
     and a.until_entry = closing.entry
     and closing.action = 'approve'`.execute(session.db);
  return new Map(
    rows.map((row) => {
      const { who, action, at } = row;
      const approved = row.was_approved
        ? { currency: row.approved_currency, amountMinor: row.approved_minor }
        : null;
      return [keyText(row), { who, action, at, previous: storedState(row), approved }];
    }),
  );
}

/**
 * Why the newest entry about a finding cannot be undone; undefined if it can.
 * @param amounts what writing it off gives up now
 * @param limits the largest amounts that one person may write off
 */
export function whyNotUndone(
  finding: CurrentFinding,
  newest: NewestEntry | undefined,
  amounts: readonly FindingAmount[],
  limits: Limits,
): string | undefined {
  if (newest === undefined) return 'no decision';
  const { who, action, at, previous } = newest;
  if (who === PROGRAM) return `the newest entry is ${action} by the program itself, at ${isoSeconds(at)}`;
  if (action === 'undo') return `undone already by ${who} at ${isoSeconds(at)}`;
  const { awaiting } = previous;
  if (previous.state === 'open' && awaiting === null) return undefined;
  // A run compares what was decided with new results only, so that what it has seen already would stay unnoticed.
  const isSame =
    previous.expected === finding.expected &&
    previous.actual === finding.actual &&
    previous.findingReason === finding.reason &&
    (awaiting === null || isAmong(awaiting, amounts));
  if (!isSame) {
    const was = awaiting === null ? stateName(previous.state) : 'awaiting approval';
    return `before ${action} it was ${was}, and its values have changed since`;
  }
  if (previous.state !== 'written_off' || finding.state === 'written_off') return undefined;
  const above = amountAboveApproved(amounts, newest.approved, limits);
  if (above === undefined) return undefined;
  return `before ${action} it was written-off, and writing off ${amountText(above)} needs the approval of another person`;
}
