import { sql } from 'kysely';
import { assigneeAfter } from '../../audit/entry-json.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import type { Severity } from '../../settings/severity.ts';
import { plain } from '../../terminal-text.ts';
import type { CurrentFinding } from './current-findings.ts';
import { requestOf, type WriteOffRequest } from './decision.ts';
import type { State } from './finding-state.ts';
import { type FindingAmount, writeOffAmounts } from './write-off-amount.ts';

/** Something that happened to a finding. */
export interface LifeEvent {
  /** When the run started or the decision was made, as PostgreSQL writes it in UTC. */
  readonly at: string;
  /** opened, changed, closed by evidence, expired with its order, or the decision: resolve, assign, … */
  readonly what: string;
  /** For a run: its number and its as-of. */
  readonly run: number | null;
  readonly asOf: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  /** Source file and line of the record that closed it; null if no new record did. */
  readonly record: string | null;
  /** For a decision: its entry in the audit trail, the person and the reason. */
  readonly entry: number | null;
  readonly who: string | null;
  readonly reason: string | null;
  readonly assignee: string | null;
}

/** The history of one finding since it was first reported. */
export interface FindingLife {
  readonly orderNo: string;
  readonly merchantId: string;
  readonly code: string;
  readonly severity: Severity;
  readonly explanation: string;
  /** yyyy-MM-dd */
  readonly businessDate: string;
  readonly region: string;
  /** Its current state, or how it ended. */
  readonly state: State | 'closed_by_evidence' | 'expired' | 'purged';
  readonly assignee: string | null;
  readonly note: string | null;
  /** The write-off that waits for approval; null if none does. */
  readonly awaiting: WriteOffRequest | null;
  /** What a decision about it depends on; null if it is not a finding of the newest results. */
  readonly current: CurrentValues | null;
  readonly events: readonly LifeEvent[];
}

/** The values of a finding in the newest results, its newest audit entry, and what writing it off would give up. */
export interface CurrentValues
  extends Pick<CurrentFinding, 'expected' | 'actual' | 'reason' | 'newest_entry'> {
  readonly amounts: readonly FindingAmount[];
}

interface Stretch {
  readonly merchant_id: string;
  readonly code: string;
  readonly region: string;
  readonly business_date: string;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly reason: string | null;
  readonly first_seen_at: string;
  readonly goes_on: boolean;
  readonly came_from: boolean;
  readonly expired: boolean;
  readonly from_run: number;
  readonly until_run: number | null;
  readonly begun_as_of: string;
  readonly begun_at: string;
  readonly ended_as_of: string | null;
  readonly ended_at: string | null;
  readonly place: string | null;
}

interface Entry {
  readonly entry: string;
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly merchant_id: string;
  readonly code: string;
  readonly reason: string | null;
  readonly after: string | null;
}

/** Selects the findings to show. */
export interface LifeRequest {
  readonly order: string;
  readonly code?: string | undefined;
  readonly merchant?: string | undefined;
}

/** The histories of an order's findings, including closed ones. Throws FINDING_UNKNOWN if it never had any. */
export async function readLives(session: Session, request: LifeRequest): Promise<FindingLife[]> {
  const { rows: stretches } = await runSqlFile<Stretch>(session, 'order/050_finding_stretches.sql', {
    order_no: request.order,
    merchant_id: request.merchant ?? null,
    code: request.code ?? null,
    stated_codes: RULES.filter((rule) => rule.readsStatements === true).map(({ code }) => code),
  });
  if (stretches.length === 0) {
    throw new Fault('FINDING_UNKNOWN', {
      where: plain([request.order, request.code ?? []].flat().join(' ')),
      found: 'no finding, now or before',
      remedy: 'Check the order number (capitals and leading zeros count), the code and --merchant.',
    });
  }
  const entries = await entriesOf(session, request);
  const keys = stretches.map((row) => ({ ...row, order_no: request.order }));
  const amountsOf = await writeOffAmounts(session, keys);
  const groups = Map.groupBy(stretches, (row) => JSON.stringify([row.merchant_id, row.code]));
  const lives: FindingLife[] = [];
  for (const group of groups.values()) {
    const { merchant_id, code } = group[0]!;
    const decided = entries.filter((entry) => entry.merchant_id === merchant_id && entry.code === code);
    const amounts = amountsOf({ order_no: request.order, merchant_id, code });
    lives.push(
      lifeOf(request.order, group, decided, await caseOf(session, request.order, group[0]!), amounts),
    );
  }
  return lives;
}

async function entriesOf(session: Session, { order, merchant }: LifeRequest): Promise<Entry[]> {
  const only = merchant ?? null;
  const { rows } = await sql<Entry>`
    select entry, at, who, action, merchant_id, code, reason, after
    from audit_entries
    where order_no = ${order} and merchant_id is not null and code is not null
      and (${only}::text is null or merchant_id = ${only}::text)
    order by entry`.execute(session.db);
  return rows;
}

function caseOf(session: Session, order: string, { merchant_id, code }: Stretch) {
  return session.db
    .selectFrom('case_states')
    .select(['state', 'assignee', 'note', 'from_entry'])
    .select(['awaiting_by', 'awaiting_reason', 'awaiting_currency', 'awaiting_amount_minor'])
    .where((e) => e.and({ order_no: order, merchant_id, code }))
    .where('until_entry', 'is', null)
    .executeTakeFirst();
}

function lifeOf(
  orderNo: string,
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  touched: Awaited<ReturnType<typeof caseOf>>,
  amounts: readonly FindingAmount[],
): FindingLife {
  const last = stretches.at(-1)!;
  const { code, merchant_id: merchantId, region, business_date: businessDate } = last;
  const { expected, actual, reason } = last;
  const current = { expected, actual, reason, newest_entry: touched?.from_entry ?? null, amounts };
  const { severity, explanation } = RULES.find((rule) => rule.code === code) ?? {
    severity: 'low' as const,
    explanation: 'A rule of another version of this program.',
  };
  const ended = last.ended_at === null ? 'purged' : last.expired ? 'expired' : 'closed_by_evidence';
  // In clock order. If a decision and a run have the same time, the run comes first.
  const events = [...stretches.flatMap(runEvents), ...entries.map(decisionEvent)].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(a.run === null) - Number(b.run === null),
  );
  return {
    orderNo,
    merchantId,
    code,
    severity,
    explanation,
    businessDate,
    region,
    state: last.until_run === null ? ((touched?.state ?? 'open') as State) : ended,
    assignee: touched?.assignee ?? null,
    note: touched?.note ?? null,
    awaiting: touched === undefined || last.until_run !== null ? null : requestOf(touched),
    current: last.until_run === null ? current : null,
    events,
  };
}

const NOBODY = { entry: null, who: null, reason: null, assignee: null };

function runEvents(stretch: Stretch): LifeEvent[] {
  const { expected, actual, from_run: run, begun_at: at, begun_as_of: asOf } = stretch;
  const what = stretch.came_from ? 'changed' : 'opened';
  const begun: LifeEvent = { ...NOBODY, at, what, run, asOf, expected, actual, record: null };
  // A purge ends findings without a run.
  if (stretch.ended_at === null || stretch.goes_on) return [begun];
  const ended: LifeEvent = {
    ...NOBODY,
    at: stretch.ended_at,
    what: stretch.expired ? 'expired with its order' : 'closed by evidence',
    run: stretch.until_run,
    asOf: stretch.ended_as_of,
    expected: null,
    actual: null,
    record: stretch.place,
  };
  return [begun, ended];
}

function decisionEvent({ entry, at, who, action, reason, after }: Entry): LifeEvent {
  return {
    at,
    what: action,
    run: null,
    asOf: null,
    expected: null,
    actual: null,
    record: null,
    entry: Number(entry),
    who,
    reason: action === 'assign' ? null : reason,
    assignee: action === 'assign' ? assigneeAfter(after) : null,
  };
}
