import { type RawBuilder, sql } from 'kysely';
import { adjustedBy, prefixOf } from '../../../reports/adjustments.ts';
import { AFTER, BEFORE, type Compared, changedRows } from '../../../reports/changed-rows.ts';
import { comparedPayments } from '../../../reports/payments-restatement.ts';
import type { ReportRow, ReportScope } from '../../../reports/report.ts';
import { adjustedOrders } from '../../../reports/restatement.ts';
import { adjustedStatement, comparedPayouts } from '../../../reports/stated-changes.ts';
import { cursorRows, type Session } from '../../database/store.ts';
import type { AdjustmentsTable } from '../../database/tables.ts';
import { newestVersion } from '../../export/publish/versions.ts';
import { instantOfText } from '../../normalise/instant.ts';
import { localDate } from '../../normalise/local-date.ts';
import type { Run } from '../../reconcile/run.ts';
import { hadStatements } from '../../reconcile/statement-parameters.ts';
import {
  type Adjusted,
  type AdjustedKey,
  adjustedValues,
  keyText,
  PUBLISHED,
  type Side,
  shownSide,
} from '../periods/adjusted-values.ts';
import { type FinalDates, noteReported } from '../periods/final-dates.ts';
import { shownPayments } from '../periods/shown-payments.ts';
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
  // What statements said, and was published or adjusted, is taken back also by a run that knows no statement any more.
  const ofStatements = await hadStatements(session);
  for (const { date, region, before } of await unreportedDates(session, run, regions, final)) {
    const scope = { ...scopeOf(run, date, region), ofStatements };
    const known = final.firstOpen(localDate(instantOfText(run.asOf), scope.zoneOf(region)), region);
    const version = await newestVersion(session, scope);
    const shown = { ...scope, before: { run: before, zoneOf: scope.zoneOf } };
    let rows = 0;
    for (const adjusted of adjustedRows(shown, final)) {
      for await (const block of differences(session, shown, adjusted, version?.checked_run ?? 0)) {
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
  /** The rows as versions and earlier adjustments show them. */
  readonly shownOf: (
    session: Session,
    pairs: readonly ReportRow[],
    published: number,
  ) => Promise<(pair: ReportRow) => Side>;
  readonly keyOf: (pair: ReportRow) => AdjustedKey;
  /** The business date in the adjustments of a pair. */
  readonly dateOf: (pair: ReportRow) => string;
}

function adjustedRows(scope: ReportScope, final: FinalDates): AdjustedRows[] {
  const ofOrders = [ofDate(scope, adjustedOrders, orderKey), paymentsOf(scope, final)];
  if (!scope.ofStatements) return ofOrders;
  return [
    ...ofOrders,
    ofDate(scope, comparedPayouts, payoutKey),
    ofDate(scope, adjustedStatement, statementKey),
  ];
}

/** What is adjusted for each date separately, since every value has the date of its own row. */
function ofDate(scope: ReportScope, compared: Compared, keyOf: AdjustedRows['keyOf']): AdjustedRows {
  const { date, region } = scope;
  const isAdjusted = (row: ReportRow) => row[compared.date.name] === date && row['region'] === region;
  return {
    compared,
    isAdjusted,
    shownOf: async (session, pairs, published) => {
      const adjusted = await adjustedOf(session, scope, pairs.map(keyOf), published, compared);
      return (pair) =>
        shownSide(pair, scope, compared, adjusted.get(keyText(keyOf(pair))) ?? new Map(), isAdjusted);
    },
    keyOf,
    dateOf: () => date,
  };
}

/**
 * Payments are adjusted for all closed dates of a region together. The first date that finds one changed reports it; on
 * the others it then is as it is shown.
 */
function paymentsOf(scope: ReportScope, final: FinalDates): AdjustedRows {
  return {
    compared: comparedPayments,
    isAdjusted: (row) => {
      const on = row['paid_date'];
      return typeof on === 'string' && row['region'] === scope.region && final.isFinal(on, scope.region);
    },
    shownOf: async (session, pairs) => {
      const shown = await shownPayments(session, scope, final, pairs.map(orderKey));
      return (pair) => shown(orderKey(pair));
    },
    keyOf: orderKey,
    dateOf: businessDateOf,
  };
}

/** Of an order, or of a payment of it. */
function orderKey(pair: ReportRow): AdjustedKey {
  return keyFrom(pair['key_merchant_id'], pair['key_order_no'], pair['key_payment']);
}

/** A payout has its identifier and currency, and a bank row without one its digest. */
function payoutKey(pair: ReportRow): AdjustedKey {
  const [payout, currency, bank] = ['payout_id', 'currency', 'bank_digest'].map(
    (name) => pair[`key_${name}`],
  );
  return keyFrom('', '', payout === '' ? bank : `${payout} ${currency}`);
}

/** Rows of one identifier differ by their digest. */
function statementKey(pair: ReportRow): AdjustedKey {
  const item = `${pair['key_own_row_id']} ${pair['key_digest']}`.trimStart();
  return keyFrom(pair['key_merchant_id'], pair['key_named_order_no'], item);
}

function keyFrom(...parts: readonly (ReportRow[string] | undefined)[]): AdjustedKey {
  const [merchantId, orderNo, item] = parts.map((part) => String(part ?? ''));
  return { merchantId: merchantId!, orderNo: orderNo!, item: item! };
}

/** @param published the run whose results the date's newest version shows; 0 if it has no version */
async function* differences(
  session: Session,
  scope: ReportScope,
  { compared, isAdjusted, shownOf, keyOf, dateOf }: AdjustedRows,
  published: number,
): AsyncGenerator<Adjustment[]> {
  const pairs = changedRows(scope, compared, [{ prefix: PUBLISHED, run: published }]);
  const prefix = prefixOf(compared);
  for await (const block of cursorRows<ReportRow>(session, compile(session, pairs))) {
    const shown = await shownOf(session, block, published);
    yield block.flatMap((pair) => {
      const key = keyOf(pair);
      return adjustedValues(pair, scope, compared, shown(pair), isAdjusted).map(
        ({ field, previous, current }) => ({
          run_id: scope.run,
          region: scope.region,
          business_date: dateOf(pair),
          merchant_id: key.merchantId,
          order_no: key.orderNo,
          payment: key.item,
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

/** The business date of a payment's order: the current one, or the former one if the payment no longer exists. */
function businessDateOf(pair: ReportRow): string {
  return String(pair[`${AFTER}business_date`] ?? pair[`${BEFORE}business_date`]);
}

/**
 * The adjustments of these on the date since its newest version, by key. Rows of statements that name no order have one
 * number, so that they are found by their own key. Each key is in one block of a run, which has adjusted none of it before.
 */
async function adjustedOf(
  session: Session,
  { date, region, run }: ReportScope,
  keys: readonly AdjustedKey[],
  published: number,
  compared: Compared,
): Promise<ReadonlyMap<string, Adjusted>> {
  const orderNos = [...new Set(keys.map(({ orderNo }) => orderNo))];
  const items = [...new Set(keys.map(({ item }) => item))];
  const rows = await session.db
    .selectFrom('adjustments')
    .select(['order_no', 'merchant_id', 'payment', 'field', 'current'])
    .where(sql<boolean>`order_no = any (${orderNos}::text[])`)
    .where(sql<boolean>`payment = any (${items}::text[])`)
    .where('region', '=', region)
    .where('run_id', '>', published)
    .where('run_id', '<', run)
    .where('business_date', '=', date)
    .orderBy('run_id')
    .execute();
  const adjusted = new Map<string, Map<string, string>>();
  for (const { field, current, ...key } of rows) {
    if (adjustedBy(field) !== compared) continue;
    const text = keyText({ orderNo: key.order_no, merchantId: key.merchant_id, item: key.payment });
    const fields = adjusted.get(text) ?? new Map<string, string>();
    const name = field === compared.whole ? field : field.slice(prefixOf(compared).length);
    adjusted.set(text, fields.set(name, current ?? ''));
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
