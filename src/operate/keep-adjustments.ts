import { sql } from 'kysely';
import { paymentsRestatement } from '../../reports/payments-restatement.ts';
import type { Report, ReportRow, ReportScope } from '../../reports/report.ts';
import { restatement } from '../../reports/restatement.ts';
import { cursorRows, type Session } from '../database/store.ts';
import type { AdjustmentsTable } from '../database/tables.ts';
import { plainText } from '../export/cell.ts';
import type { Run } from '../reconcile/reconcile.ts';
import type { FinalDates } from './final-dates.ts';
import { scopeOf } from './scope.ts';

interface Wanted {
  /** Business dates that the run was asked for. */
  readonly dates: readonly string[];
  /** Regions at hand. */
  readonly regions: readonly string[];
}

type Adjustment = Omit<AdjustmentsTable, 'known_date'>;

const BLOCK = 1000;

/**
 * Keeps what a run found otherwise on dates that are final: as adjustments of the newest date that the run was asked
 * for, or if that is final too, of the first that is not. What an adjustment told is not told again; what is taken
 * back is another adjustment. Within the run's transaction.
 */
export async function keepAdjustments(
  session: Session,
  run: Run,
  { dates, regions }: Wanted,
  final: FinalDates,
): Promise<void> {
  if (!final.has(regions)) return;
  for (const { date, region, before } of await untoldDates(session, run, regions, final)) {
    const scope = scopeOf(run, date, region);
    // In the run's own zone on both sides: an instant that is only written otherwise is no adjustment.
    const shown = { ...scope, before: { run: before, zoneOf: scope.zoneOf } };
    const newest = dates.filter((asked) => !final.isFinal(asked, region)).at(-1);
    const known = newest ?? final.firstOpen(date, region);
    let rows = 0;
    for (const differences of [orderDifferences, paymentDifferences]) {
      for await (const block of differences(session, shown, final)) {
        rows += block.length;
        await insertAdjustments(session, known, block);
      }
    }
    if (rows > 0) await noteChange(session, { date: known, region, run_id: run.runId });
    await noteTold(session, { date, region, run_id: run.runId });
  }
}

/** Remembers that what a final date shows at a run is told, or need not be. */
export async function noteTold(
  session: Session,
  told: { readonly date: string; readonly region: string; readonly run_id: number },
): Promise<void> {
  await session.db
    .insertInto('told_dates')
    .values(told)
    .onConflict((conflict) =>
      conflict.columns(['date', 'region']).doUpdateSet((e) => ({ run_id: e.ref('excluded.run_id') })),
    )
    .execute();
}

/**
 * The final dates of which a fact changed since it was told: by their newest version, or by adjustments, from no later
 * a moment than this run's.
 */
async function untoldDates(
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
    told as (
      select c.date, c.region, c.run_id, coalesce(greatest(n.run_id, t.run_id), 0) as told
      from changed_dates c
      left join newest n on n.date = c.date and n.region = c.region
      left join told_dates t on t.date = c.date and t.region = c.region
      where c.region = any (${[...regions]}::text[]) and c.run_id <= ${run.runId}::integer
    )
    -- Up to the run before the first that changed it, the date is as it was told, and orders elsewhere are as they were.
    select t.date, t.region, min(t.run_id) - 1 as before
    from told t
    left join runs r on r.run_id = t.told
    where t.run_id > t.told and (r.run_id is null or r.as_of <= ${run.asOf}::timestamptz)
    group by t.date, t.region
    order by t.date, t.region`.execute(session.db);
  return rows.filter(({ date, region }) => final.isFinal(date, region));
}

async function* orderDifferences(session: Session, scope: ReportScope): AsyncGenerator<Adjustment[]> {
  for await (const pairs of pairsOf(session, restatement, scope)) {
    yield pairs.flatMap((pair) =>
      restatement.unfold!(pair, scope, plainText).map((row) =>
        adjustmentOf(scope, row, { business_date: scope.date, payment: '', field: String(row['field']) }),
      ),
    );
  }
}

/** What is otherwise of payments on a final date whose orders are of a date that is not: no row of an order says it. */
async function* paymentDifferences(
  session: Session,
  scope: ReportScope,
  final: FinalDates,
): AsyncGenerator<Adjustment[]> {
  for await (const pairs of pairsOf(session, paymentsRestatement, scope)) {
    yield pairs.flatMap((pair) => {
      const side = pair['after_business_date'] === null ? 'before' : 'after';
      const businessDate = String(pair[`${side}_business_date`]);
      if (final.isFinal(businessDate, String(pair[`${side}_region`]))) return [];
      return paymentsRestatement.unfold!(pair, scope, plainText).map((row) =>
        adjustmentOf(scope, row, {
          business_date: businessDate,
          payment: String(pair['key_payment']),
          field: row['field'] === 'payment' ? 'payment' : `payment.${row['field']}`,
        }),
      );
    });
  }
}

function pairsOf(session: Session, report: Report, scope: ReportScope): AsyncGenerator<ReportRow[]> {
  return cursorRows<ReportRow>(session, report.select(session.db, scope).compile());
}

function adjustmentOf(
  { run, region }: ReportScope,
  row: ReportRow,
  told: Pick<Adjustment, 'business_date' | 'payment' | 'field'>,
): Adjustment {
  const textOf = (name: string) => (row[name] === null ? null : String(row[name]));
  return {
    ...told,
    run_id: run,
    region,
    merchant_id: String(row['merchant_id']),
    order_no: String(row['order_no']),
    previous: textOf('previous'),
    current: textOf('current'),
  };
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
      // A payment that moved between two final dates is found at both.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A date that shows an adjustment shows another fact. */
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
