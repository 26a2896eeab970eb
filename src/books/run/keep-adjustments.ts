import { type RawBuilder, sql } from 'kysely';
import { OF_PAYMENT } from '../../../reports/adjustments.ts';
import { AFTER, BEFORE, type Compared, changedRows } from '../../../reports/changed-rows.ts';
import { comparedPayments } from '../../../reports/payments-restatement.ts';
import type { ReportRow, ReportScope } from '../../../reports/report.ts';
import { adjustedOrders } from '../../../reports/restatement.ts';
import { cursorRows, type Session } from '../../database/store.ts';
import type { AdjustmentsTable } from '../../database/tables.ts';
import { newestVersion } from '../../export/publish/versions.ts';
import { instantOfText } from '../../normalise/instant.ts';
import { localDate } from '../../normalise/local-date.ts';
import type { Run } from '../../reconcile/run.ts';
import { type Adjusted, adjustedValues, PUBLISHED } from '../periods/adjusted-values.ts';
import type { FinalDates } from '../periods/final-dates.ts';
import { noteReported } from '../periods/reported-dates.ts';
import { scopeOf } from './report-scope.ts';

type Adjustment = Omit<AdjustmentsTable, 'known_date'>;

const BLOCK = 1000;

/**
 * Stores changes on final dates as adjustments. They belong to the local date of the run's as-of or, if that date is
 * final too, to the first later date that is not. A change is reported once; reverting it is another adjustment. Call
 * it within the run's transaction.
 */
export async function keepAdjustments(
  session: Session,
  run: Run,
  regions: readonly string[],
  final: FinalDates,
): Promise<void> {
  if (!final.has(regions)) return;
  for (const { date, region, before } of await unreportedDates(session, run, regions, final)) {
    const scope = scopeOf(run, date, region);
    const known = final.firstOpen(localDate(instantOfText(run.asOf), scope.zoneOf(region)), region);
    const version = await newestVersion(session, scope);
    const shown = { ...scope, before: { run: before, zoneOf: scope.zoneOf } };
    let rows = 0;
    for (const rowsOf of [ordersOf(shown), paymentsOf(shown, final)]) {
      for await (const block of differences(session, shown, rowsOf, version?.checked_run ?? 0)) {
        rows += block.length;
        await insertAdjustments(session, known, block);
      }
    }
    if (rows > 0) await noteChange(session, { date: known, region, run_id: run.runId });
    await noteReported(session, { date, region, run_id: run.runId });
  }
}

/**
 * Final dates with a fact that changed, as of this run or earlier, since it was reported by a version or an adjustment.
 */
async function unreportedDates(
  session: Session,
  run: Run,
  regions: readonly string[],
  final: FinalDates,
): Promise<Array<{ readonly date: string; readonly region: string; readonly before: number }>> {
  const { rows } = await sql<{ date: string; region: string; before: number }>`
    with newest as (
      select distinct on (date, region) date, region, coalesce(checked_run, run_id) as run_id
      from versions
      where region = any (${[...regions]}::text[])
      order by date, region, version desc
    ),
    reported as (
      select c.date, c.region, c.run_id, coalesce(greatest(n.run_id, t.run_id), 0) as reported_run
      from changed_dates c
      left join newest n on n.date = c.date and n.region = c.region
      left join reported_dates t on t.date = c.date and t.region = c.region
      where c.region = any (${[...regions]}::text[]) and c.run_id <= ${run.runId}::integer
    )
    -- Up to the run before the first that changed it, the date is as reported, and so are orders of other dates.
    select t.date, t.region, min(t.run_id) - 1 as before
    from reported t
    left join runs r on r.run_id = t.reported_run
    where t.run_id > t.reported_run and (r.run_id is null or r.as_of <= ${run.asOf}::timestamptz)
    group by t.date, t.region
    order by t.date, t.region`.execute(session.db);
  return rows.filter(({ date, region }) => final.isFinal(date, region));
}

/** Which rows of a closed date become adjustments. */
interface AdjustedRows {
  readonly compared: Compared;
  /** Whether a row is on one of the dates that are adjusted together with this one. */
  readonly isAdjusted: (row: ReportRow) => boolean;
  /** Whether another of those dates reports the pair. */
  readonly isElsewhere: (pair: ReportRow) => boolean;
  /** Prefix of the column names. */
  readonly prefix: string;
}

/** Orders are adjusted for each date separately, since every value has its own business date. */
function ordersOf({ date, region }: ReportScope): AdjustedRows {
  return {
    compared: adjustedOrders,
    isAdjusted: (row) => row['business_date'] === date && row['region'] === region,
    isElsewhere: () => false,
    prefix: '',
  };
}

/**
 * Payments are adjusted for all closed dates of a region together. The first date reports a payment that moves between
 * two of them.
 */
function paymentsOf({ date, region }: ReportScope, final: FinalDates): AdjustedRows {
  const isAdjusted = (on: ReportRow[string] | undefined, where: ReportRow[string] | undefined) =>
    typeof on === 'string' && where === region && final.isFinal(on, region);
  return {
    compared: comparedPayments,
    isAdjusted: (row) => isAdjusted(row['paid_date'], row['region']),
    isElsewhere: (pair) => {
      const on = pair[`${BEFORE}paid_date`];
      return on !== date && isAdjusted(on, pair[`${BEFORE}region`]);
    },
    prefix: OF_PAYMENT,
  };
}

/** @param published the run whose results the date's newest version shows; 0 if it has no version */
async function* differences(
  session: Session,
  scope: ReportScope,
  { compared, isAdjusted, isElsewhere, prefix }: AdjustedRows,
  published: number,
): AsyncGenerator<Adjustment[]> {
  const pairs = changedRows(scope, compared, [{ prefix: PUBLISHED, run: published }]);
  for await (const block of cursorRows<ReportRow>(session, compile(session, pairs))) {
    const reported = block.filter((pair) => !isElsewhere(pair));
    const adjusted = await adjustedOf(session, scope, reported, published, prefix);
    yield reported.flatMap((pair) => {
      const key = keyOf(pair);
      return adjustedValues(pair, scope, compared, adjusted.get(key.text) ?? new Map(), isAdjusted).map(
        ({ field, previous, current }) => ({
          run_id: scope.run,
          region: scope.region,
          business_date: prefix === '' ? scope.date : businessDateOf(pair),
          merchant_id: key.merchantId,
          order_no: key.orderNo,
          payment: key.payment,
          field: field === compared.whole ? field : `${prefix}${field}`,
          previous,
          current,
        }),
      );
    });
  }
}

function compile({ db }: Session, rows: RawBuilder<unknown>) {
  return sql`select r.* from (${rows}) r`.compile(db);
}

function keyOf(pair: ReportRow) {
  const orderNo = String(pair['key_order_no']);
  const merchantId = String(pair['key_merchant_id']);
  const payment = String(pair['key_payment'] ?? '');
  return { orderNo, merchantId, payment, text: JSON.stringify([orderNo, merchantId, payment]) };
}

/** The business date of a payment's order: the current one, or the former one if the payment no longer exists. */
function businessDateOf(pair: ReportRow): string {
  return String(pair[`${AFTER}business_date`] ?? pair[`${BEFORE}business_date`]);
}

/** The adjustments of these orders or payments since the date's newest version, by key. */
async function adjustedOf(
  session: Session,
  { date, region }: ReportScope,
  pairs: readonly ReportRow[],
  published: number,
  prefix: string,
): Promise<ReadonlyMap<string, Adjusted>> {
  const orderNos = [...new Set(pairs.map((pair) => keyOf(pair).orderNo))];
  const rows = await session.db
    .selectFrom('adjustments')
    .select(['order_no as key_order_no', 'merchant_id as key_merchant_id', 'payment as key_payment'])
    .select(['field', 'current'])
    .where(sql<boolean>`order_no = any (${orderNos}::text[])`)
    .where('region', '=', region)
    .where('run_id', '>', published)
    .$if(prefix === '', (query) => query.where('business_date', '=', date))
    .orderBy('run_id')
    .execute();
  const adjusted = new Map<string, Map<string, string>>();
  for (const { field, current, ...key } of rows) {
    const isOfPayment = field === comparedPayments.whole || field.startsWith(OF_PAYMENT);
    if (isOfPayment !== (prefix !== '')) continue;
    const { text } = keyOf(key);
    const fields = adjusted.get(text) ?? new Map<string, string>();
    adjusted.set(text, fields.set(isOfPayment ? field.replace(OF_PAYMENT, '') : field, current ?? ''));
  }
  return adjusted;
}

async function insertAdjustments(
  session: Session,
  known: string,
  adjustments: readonly Adjustment[],
): Promise<void> {
  for (let start = 0; start < adjustments.length; start += BLOCK) {
    await session.db
      .insertInto('adjustments')
      .values(adjustments.slice(start, start + BLOCK).map((row) => ({ ...row, known_date: known })))
      // A payment that moved between two final dates is found on both.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Marks a date as changed, because its new adjustments are facts of its report. */
async function noteChange(
  session: Session,
  changed: { readonly date: string; readonly region: string; readonly run_id: number },
): Promise<void> {
  await session.db
    .insertInto('changed_dates')
    .values(changed)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
