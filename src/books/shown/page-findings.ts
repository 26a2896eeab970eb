import { sql } from 'kysely';
import { caseAt } from '../../../reports/selection.ts';
import { isCitus } from '../../database/distribute.ts';
import type { Session } from '../../database/store.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { SEVERITIES, type Severity } from '../../settings/severity.ts';
import {
  type CurrentFinding,
  type FindingFilter,
  type FindingKey,
  findingsOf,
  matching,
  newestAsOf,
} from '../findings/current-findings.ts';
import {
  type CursorValues,
  decodeCursor,
  type Page,
  type PageRequest,
  pageOf,
  SHAPES,
} from './page-cursor.ts';

/** The amounts of a finding's order in minor units, as orders.csv has them; null where there is none. */
export interface OrderAmounts {
  readonly outcome: string | null;
  readonly payment_method: string | null;
  readonly requested_minor: string | null;
  readonly requested_currency: string | null;
  readonly paid_minor: string | null;
  readonly paid_currency: string | null;
  readonly difference_minor: string | null;
  readonly difference_currency: string | null;
}

/** A finding of a page with the amounts of its order. */
export type ShownFinding = CurrentFinding & OrderAmounts;

/** A page of findings, the highest severity first, then the oldest. */
export interface FindingPage extends Page<ShownFinding> {
  /** Ages are counted up to this time, as PostgreSQL writes it in UTC; null before the first run. */
  readonly asOf: string | null;
}

/** The place of a finding in the order of a list. */
interface Place extends FindingKey {
  readonly first_seen_at: string;
}

/** What one step of a page looks for. */
interface Step {
  readonly codes: readonly string[];
  /** Where an index is read in order; undefined where all findings that match are looked for. */
  readonly heads: Heads | undefined;
  /** Position to begin at, and the codes of which the rows at this very position are not wanted. */
  readonly from: Place | undefined;
  readonly isBackwards: boolean;
  readonly most: number;
}

const HIGHEST_FIRST = SEVERITIES.toReversed();
const SHAPE = [SHAPES.timestamptz, SHAPES.text, SHAPES.text, SHAPES.text] as const;

/**
 * A page of the current findings that match a filter. It costs as much as its rows, however many findings there are,
 * unless few of them match. Call it within a transaction.
 */
export async function pageFindings(
  session: Session,
  filter: FindingFilter,
  request: PageRequest,
): Promise<FindingPage> {
  const asOf = await newestAsOf(session);
  const nothing = { asOf: asOf ?? null, rows: [], nextCursor: null, previousCursor: null };
  if (asOf === undefined) return nothing;
  const isBackwards = request.before !== undefined;
  const position = placeOf(decodeCursor(request.before ?? request.after, SHAPE));
  const places = await nearest(session, asOf, filter, position, isBackwards, request.limit + 1);
  const shape = { limit: request.limit, isBackwards, hasPosition: position !== undefined };
  const page = pageOf(places, shape, (place) => [
    place.first_seen_at,
    place.merchant_id,
    place.order_no,
    place.code,
  ]);
  return { ...page, asOf, rows: await shownOf(session, asOf, page.rows) };
}

function placeOf(values: CursorValues | undefined): Place | undefined {
  const [first_seen_at, merchant_id, order_no, code] = values ?? [];
  const isWhole = first_seen_at != null && merchant_id != null && order_no != null && code != null;
  return isWhole && severityOf(code) !== undefined
    ? { first_seen_at, merchant_id, order_no, code }
    : undefined;
}

function severityOf(code: string): Severity | undefined {
  return RULES.find((rule) => rule.code === code)?.severity;
}

/** The places nearest to a position, severity by severity, until there are enough. */
async function nearest(
  session: Session,
  asOf: string,
  filter: FindingFilter,
  position: Place | undefined,
  isBackwards: boolean,
  most: number,
): Promise<Place[]> {
  // A cluster has no index over all of its workers.
  const heads = isFew(filter) || (await isCitus(session)) ? undefined : await headsOf(session, filter);
  const places: Place[] = [];
  const severities = isBackwards ? SEVERITIES : HIGHEST_FIRST;
  const begins = position === undefined ? 0 : severities.indexOf(severityOf(position.code)!);
  for (const [index, severity] of severities.entries()) {
    if (index < begins || places.length >= most) continue;
    const codes = codesOf(filter, severity);
    if (codes.length === 0) continue;
    const from = index === begins ? position : undefined;
    const step = { codes, heads, from, isBackwards, most: most - places.length };
    places.push(...(await placesOf(session, asOf, filter, step)));
  }
  return places;
}

/** The codes of a severity that a filter lets through. */
function codesOf({ code, codes, severity, severities }: FindingFilter, own: Severity): string[] {
  if (severity !== undefined && severity !== own) return [];
  if (severities !== undefined && !severities.includes(own)) return [];
  const named = RULES.filter((rule) => rule.severity === own).map((rule) => rule.code);
  return named.filter((one) => (code ?? one) === one && (codes ?? [one]).includes(one));
}

/** Places of some codes of one severity, in order. */
async function placesOf(session: Session, asOf: string, filter: FindingFilter, step: Step): Promise<Place[]> {
  const { codes, heads, from, isBackwards, most } = step;
  const direction = sql.raw(isBackwards ? 'desc' : 'asc');
  const order = sql`first_seen_at ${direction}, merchant_id collate "C" ${direction}, order_no collate "C" ${direction}`;
  const rest: FindingFilter = {
    ...filter,
    code: undefined,
    codes: undefined,
    severity: undefined,
    severities: undefined,
  };
  const condition = sql<boolean>`${positionCondition(from, isBackwards)} and ${matching(rest, asOf)}`;
  const listed = (own: Condition) => listedPlaces(filter, own, condition);
  const all = sql<boolean>`f.code = any (${[...codes]}::text[])`;
  const found =
    heads === undefined
      ? listed(all)
      : sql`
        select l.first_seen_at, l.merchant_id, l.order_no, l.code
        from unnest(${heads.values}::text[]) as h (head)
        cross join unnest(${[...codes]}::text[]) as k (wanted)
        cross join lateral (
          ${listed(sql<boolean>`${sql.ref(`f.${heads.column}`)} = h.head collate "C" and f.code = k.wanted collate "C"`)}
          order by ${order}
          limit ${most}
        ) l`;
  const { rows } = await sql<Place>`
    select p.first_seen_at, p.merchant_id, p.order_no, p.code
    from (${found}) p
    order by ${order}, code collate "C" ${direction}
    limit ${most}`.execute(session.db);
  return rows;
}

type Condition = ReturnType<typeof sql<boolean>>;

/** Places of current findings with a condition on the finding `f`, and one on the row with its case. */
function listedPlaces({ states }: FindingFilter, own: Condition, condition: Condition) {
  // Findings of other states have a case, and these are few.
  const joined = sql.raw(states?.includes('open') === false ? 'join' : 'left join');
  return sql`
    select found.first_seen_at, found.merchant_id, found.order_no, found.code
    from (
      select f.*, cases.assignee, cases.note as last_note, cases.awaiting_by, coalesce(cases.state, 'open') as state
      from finding_results f
      ${joined} ${caseAt(undefined)}
        on case_order_no = f.order_no and case_merchant_id = f.merchant_id and case_code = f.code
      where f.until_run is null and ${own}
    ) as found
    where ${condition}`;
}

/** After a position in the direction of reading; by whole rows, so that an index begins there. */
function positionCondition(from: Place | undefined, isBackwards: boolean) {
  if (from === undefined) return sql<boolean>`true`;
  const { first_seen_at: seen, merchant_id: merchant, order_no: order, code } = from;
  const compared = sql.raw(isBackwards ? '<' : '>');
  const row = sql`(found.first_seen_at, found.merchant_id, found.order_no)`;
  const position = sql`(${seen}::timestamptz, ${merchant}::text collate "C", ${order}::text collate "C")`;
  return sql<boolean>`(
    ${row} ${compared}= ${position}
    and (${row} ${compared} ${position} or found.code ${compared} ${code}::text collate "C")
  )`;
}

/** Whether few findings can match, so that it is quicker to find them all than to read an index in order. */
function isFew({ states, assignee, order, dates, awaiting }: FindingFilter): boolean {
  if (assignee !== undefined || order !== undefined || awaiting === true) return true;
  if (states !== undefined && !states.includes('open')) return true;
  const ranges = dates === undefined ? undefined : [...dates.values()];
  return ranges?.every(({ from, to }) => from !== undefined && from === to) === true;
}

interface Heads {
  readonly column: 'merchant_id' | 'region';
  readonly values: readonly string[];
}

/** The merchants or regions by which an index is read: those of the filter, or all regions with findings. */
async function headsOf(
  session: Session,
  { merchant, merchants, region, regions }: FindingFilter,
): Promise<Heads> {
  const named = merchant === undefined ? merchants : [merchant];
  if (named !== undefined) return { column: 'merchant_id', values: [...new Set(named)] };
  if (region !== undefined) return { column: 'region', values: [region] };
  if (regions !== undefined) return { column: 'region', values: [...new Set(regions)] };
  // One look into the index for each region.
  const { rows } = await sql<{ region: string }>`
    with recursive regions as (
      (select region from finding_results where until_run is null order by region limit 1)
      union all
      select (select f.region from finding_results f where f.until_run is null and f.region > r.region
              order by f.region limit 1)
      from regions r
      where r.region is not null
    )
    select region from regions where region is not null`.execute(session.db);
  return { column: 'region', values: rows.map(({ region: one }) => one) };
}

/** The findings at these places in their order, with the amounts of their orders. */
async function shownOf(session: Session, asOf: string, places: readonly Place[]): Promise<ShownFinding[]> {
  if (places.length === 0) return [];
  const found = await findingsOf(session, asOf, places);
  const { rows } = await sql<OrderAmounts & { order_no: string; merchant_id: string }>`
    select o.order_no, o.merchant_id, o.outcome, o.payment_method, o.requested_minor::text as requested_minor,
           o.requested_currency, o.paid_minor::text as paid_minor, o.paid_currency,
           o.difference_minor::text as difference_minor,
           case when o.difference_minor is not null then coalesce(o.paid_currency, o.requested_currency) end
             as difference_currency
    from (
      select distinct k.order_no, k.merchant_id
      from unnest(${places.map((place) => place.order_no)}::text[],
                  ${places.map((place) => place.merchant_id)}::text[]) as k (order_no, merchant_id)
    ) w
    join order_results o
      on o.order_no = w.order_no collate "C" and o.merchant_id = w.merchant_id collate "C" and o.until_run is null`.execute(
    session.db,
  );
  const keyOf = (row: { order_no: string; merchant_id: string; code?: string }) =>
    JSON.stringify([row.merchant_id, row.order_no, row.code]);
  const findings = new Map(found.map((finding) => [keyOf(finding), finding]));
  const amounts = new Map(
    rows.map(({ order_no, merchant_id, ...own }) => [keyOf({ order_no, merchant_id }), own]),
  );
  return places.flatMap((place) => {
    const finding = findings.get(keyOf(place));
    const { order_no, merchant_id } = place;
    return finding === undefined
      ? []
      : [{ ...finding, ...(amounts.get(keyOf({ order_no, merchant_id })) ?? NO_AMOUNTS) }];
  });
}

const NO_AMOUNTS: OrderAmounts = {
  outcome: null,
  payment_method: null,
  requested_minor: null,
  requested_currency: null,
  paid_minor: null,
  paid_currency: null,
  difference_minor: null,
  difference_currency: null,
};
