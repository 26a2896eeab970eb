import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import type { CurrentFinding, FindingKey } from './current-findings.ts';
import { type CaseState, type StoredState, stateName, storedState } from './decision.ts';
import { keyText } from './keep-decisions.ts';
import { PROGRAM } from './reopen-contradicted.ts';
import { type FindingAmount, isAmong } from './write-off-amount.ts';

/** The newest audit entry about a finding, and the case as it was before. */
export interface NewestEntry {
  readonly who: string;
  readonly action: string;
  /** As PostgreSQL writes it in UTC. */
  readonly at: string;
  readonly previous: CaseState;
}

interface Row extends FindingKey, StoredState {
  readonly who: string;
  readonly action: string;
  readonly at: string;
}

/** The newest entry about each of these findings, by {@link keyText}; none for a finding without a decision. */
export async function newestEntries(
  session: Session,
  keys: readonly FindingKey[],
): Promise<ReadonlyMap<string, NewestEntry>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select c.order_no, c.merchant_id, c.code, e.who, e.action, e.at, coalesce(p.state, 'open') as state, p.assignee,
           p.note, p.reason, p.expected, p.actual, p.finding_reason, p.awaiting_by, p.awaiting_reason, p.awaiting_currency, p.awaiting_amount_minor
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
     and p.until_entry = c.from_entry`.execute(session.db);
  return new Map(
    rows.map((row) => {
      const { who, action, at } = row;
      return [keyText(row), { who, action, at, previous: storedState(row) }];
    }),
  );
}

/**
 * Why the newest entry about a finding cannot be undone; undefined if it can.
 * @param amounts what writing it off gives up now
 */
export function whyNotUndone(
  finding: CurrentFinding,
  newest: NewestEntry | undefined,
  amounts: readonly FindingAmount[],
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
  if (isSame) return undefined;
  const was = awaiting === null ? stateName(previous.state) : 'awaiting approval';
  return `before ${action} it was ${was}, and its values have changed since`;
}
