import { type Kysely, sql } from 'kysely';
import { type AgeBucket, ageBucket } from '../../../reports/ageing.ts';
import { findingsWithCases } from '../../../reports/findings-with-cases.ts';
import type { Session } from '../../database/store.ts';
import type { Tables } from '../../database/tables.ts';
import { FINDING_KINDS } from '../../reconcile/rules/all.ts';
import { SEVERITIES, type Severity } from '../../settings/severity.ts';
import type { DateRange } from '../run/named-dates.ts';
import type { State } from './finding-state.ts';

/** A finding in the newest results with the state of its case; times as PostgreSQL writes them in UTC. */
export interface CurrentFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly explanation: string;
  readonly business_date: string;
  readonly region: string;
  readonly merchant_id: string;
  readonly sub_merchant_id: string | null;
  readonly order_no: string;
  readonly trade_no: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly reason: string | null;
  readonly first_seen_at: string;
  readonly age_days: string;
  readonly age_bucket: AgeBucket;
  readonly state: State;
  readonly assignee: string | null;
  readonly last_note: string | null;
  readonly state_reason: string | null;
  readonly decided_expected: string | null;
  readonly decided_actual: string | null;
  readonly decided_reason: string | null;
  /** Who asked for approval of a write-off; null if none waits. */
  readonly awaiting_by: string | null;
  readonly awaiting_reason: string | null;
  readonly awaiting_currency: string | null;
  readonly awaiting_amount_minor: string | null;
  /** Number of the newest entry about it in the audit trail; null if there is none. */
  readonly newest_entry: string | null;
}

/** Selects findings. An absent field does not restrict. */
export interface FindingFilter {
  readonly code?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly merchant?: string | undefined;
  /** Only findings of these merchants, besides `merchant`. */
  readonly merchants?: readonly string[] | undefined;
  /** One number, or several. */
  readonly order?: string | readonly string[] | undefined;
  /** Name of the region, `''` for orders without one. */
  readonly region?: string | undefined;
  /** First and last business date by region name, `''` for orders without one. */
  readonly dates?: ReadonlyMap<string, DateRange> | undefined;
  readonly assignee?: string | undefined;
  readonly bucket?: AgeBucket | undefined;
  readonly states?: readonly State[] | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  /** Names of regions, `''` for orders without one. */
  readonly regions?: readonly string[] | undefined;
  /** Payment method of the order. */
  readonly method?: string | undefined;
  /** Part of an identifier of the order or of the newest note, in capitals or not. */
  readonly text?: string | undefined;
  /** Whether a write-off waits for approval. */
  readonly awaiting?: boolean | undefined;
}

/** The key of a finding: its order and its code. */
export type FindingKey = Pick<CurrentFinding, 'order_no' | 'merchant_id' | 'code'>;

/** The as-of of the newest run. Ages of findings are counted up to it. Undefined if there was no run. */
export async function newestAsOf(session: Session): Promise<string | undefined> {
  const row = await session.db
    .selectFrom('runs')
    .select(sql<string | null>`max(as_of)`.as('as_of'))
    .executeTakeFirstOrThrow();
  return row.as_of ?? undefined;
}

/** The current findings that match a filter, the highest severity first, then the oldest. */
export function selectFindings(db: Kysely<Tables>, asOf: string, filter: FindingFilter) {
  return currentFindings(db, asOf)
    .where(matching(filter, asOf))
    .orderBy(sql`array_position(${SEVERITIES.toReversed()}::text[], severity)`)
    .orderBy('first_seen_at')
    .orderBy(sql`merchant_id collate "C"`)
    .orderBy(sql`order_no collate "C"`)
    .orderBy(sql`code collate "C"`);
}

/** Those of the given findings that are current, in no particular order. */
export async function findingsOf(
  session: Session,
  asOf: string,
  keys: readonly FindingKey[],
): Promise<CurrentFinding[]> {
  const wanted = sql<{ wanted_order_no: string; wanted_merchant_id: string; wanted_code: string }>`(
    select distinct order_no as wanted_order_no, merchant_id as wanted_merchant_id, code as wanted_code
    from unnest(${keys.map((key) => key.order_no)}::text[], ${keys.map((key) => key.merchant_id)}::text[],
                ${keys.map((key) => key.code)}::text[]) k (order_no, merchant_id, code)
  )`.as<'wanted'>(sql`wanted`);
  return currentFindings(session.db, asOf)
    .innerJoin(wanted, (join) =>
      join
        .on(sql`wanted_order_no collate "C"`, '=', sql.ref('found.order_no'))
        .on(sql`wanted_merchant_id collate "C"`, '=', sql.ref('found.merchant_id'))
        .on(sql`wanted_code collate "C"`, '=', sql.ref('found.code')),
    )
    .$castTo<CurrentFinding>()
    .execute();
}

export function currentFindings(db: Kysely<Tables>, asOf: string) {
  const found = findingsWithCases(db, { findingKinds: FINDING_KINDS, asOf, lastEntry: undefined })
    .select(['cases.state_reason', 'cases.decided_expected', 'cases.decided_actual', 'cases.decided_reason'])
    .select(['cases.awaiting_by', 'cases.awaiting_reason', 'cases.awaiting_currency'])
    .select(['cases.awaiting_amount_minor', 'cases.newest_entry'])
    .select(sql<State>`coalesce(cases.state, 'open')`.as('state'))
    .where('finding_results.until_run', 'is', null);
  return db.selectFrom(found.as('found')).selectAll('found');
}

/** The condition of a filter on rows of {@link currentFindings}. */
export function matching(filter: FindingFilter, asOf: string) {
  const { code, severity, merchant, order, region, dates, assignee, bucket, states } = filter;
  const { awaiting } = filter;
  const conditions = [
    code === undefined ? undefined : sql<boolean>`code = ${code}`,
    severity === undefined ? undefined : sql<boolean>`severity = ${severity}`,
    merchant === undefined ? undefined : sql<boolean>`merchant_id = ${merchant}`,
    order === undefined ? undefined : sql<boolean>`order_no = any (${[order].flat()}::text[])`,
    region === undefined ? undefined : sql<boolean>`region = ${region}`,
    dates === undefined ? undefined : within(dates),
    assignee === undefined ? undefined : sql<boolean>`assignee = ${assignee}`,
    bucket === undefined ? undefined : sql<boolean>`${ageBucket(asOf)} = ${bucket}`,
    states === undefined ? undefined : sql<boolean>`state = any (${[...states]}::text[])`,
    awaiting === undefined ? undefined : sql<boolean>`(awaiting_by is not null) = ${awaiting}::boolean`,
    ...limits(filter),
  ];
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(given, sql` and `)}`;
}

function limits({ codes, severities, regions, merchants, method, text }: FindingFilter) {
  const among = (column: string, values: readonly string[] | undefined) =>
    values === undefined ? undefined : sql<boolean>`${sql.ref(column)} = any (${[...values]}::text[])`;
  return [
    among('code', codes),
    among('severity', severities),
    among('region', regions),
    among('merchant_id', merchants),
    method === undefined ? undefined : ofMethod(method),
    text === undefined ? undefined : containing(text),
  ];
}

function ofMethod(method: string) {
  return sql<boolean>`exists (
    select from order_results o
    where o.order_no = found.order_no and o.merchant_id = found.merchant_id and o.until_run is null
      and o.payment_method = ${method}
  )`;
}

function containing(text: string) {
  // PostgreSQL has no texts with the first of these characters, and the second one is between identifiers.
  if (text.includes('\0') || text.includes('\u0001')) return sql<boolean>`false`;
  return sql<boolean>`strpos(
    lower(concat_ws(chr(1), order_no, trade_no, merchant_id, sub_merchant_id, last_note)), lower(${text}::text)) > 0`;
}

/** Restricts to the dates of each region's range. A region without a range takes that of orders without a region. */
function within(dates: ReadonlyMap<string, DateRange>) {
  const regions = [...dates.keys()];
  const ends = (end: keyof DateRange) => regions.map((region) => dates.get(region)![end] ?? null);
  const at = sql`coalesce(array_position(${regions}::text[], region), ${regions.indexOf('') + 1})`;
  const own = sql<boolean>`(
    business_date >= coalesce((${ends('from')}::date[])[${at}], '-infinity')
    and business_date <= coalesce((${ends('to')}::date[])[${at}], 'infinity')
  )`;
  if (!dates.has('')) return own;
  const outer = outerRange([...dates.values()]);
  // By these bounds, which do not depend on the region, an index is read.
  const bounds = sql<boolean>`business_date between ${outer.from}::date and ${outer.to}::date`;
  return dates.size === 1 ? bounds : sql<boolean>`(${bounds} and ${own})`;
}

/** From the first to the last date of any of the ranges. */
function outerRange(ranges: readonly DateRange[]): Required<DateRange> {
  const of = (end: keyof DateRange, open: string) => ranges.map((range) => range[end] ?? open).sort();
  // Dates in ISO 8601 sort as texts; an open end is before or after all of them.
  const [from, to] = [of('from', '-infinity')[0]!, of('to', 'infinity').at(-1)!];
  return { from, to };
}
