import { type RawBuilder, sql } from 'kysely';
import { ANALYZE_FROM_ROWS, analyzeGrown, analyzeSample } from '../../database/statistics.ts';
import type { Session } from '../../database/store.ts';
import type {
  FindingResultsTable,
  OrderResultsTable,
  OrphanResultsTable,
  PaymentResultsTable,
  Tables,
} from '../../database/tables.ts';
import { inPhase } from '../../phases.ts';

/** A results table, with the work table that holds the rows it should have. */
interface ResultTable<Column extends string = string> {
  readonly table: keyof Tables;
  readonly work: keyof Tables;
  readonly key: readonly Column[];
  /** The columns outside the key. A row ends when one of them changes. */
  readonly values: readonly Column[];
}

/** The columns of an order's row that statements give; no verdict shows them. */
export const STATED_COLUMNS = [
  'stated_currency',
  'stated_minor',
  'fee_minor',
  'net_minor',
  'settled_on',
  'payout_id',
  'returned_currency',
  'returned_minor',
] as const satisfies ReadonlyArray<keyof OrderResultsTable>;

const orders: ResultTable<keyof OrderResultsTable> = {
  table: 'order_rows',
  work: 'work_order_results',
  key: ['order_no', 'merchant_id'],
  values: [
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'payment_method',
    'currency',
    'requested_currency',
    'requested_minor',
    'requested_text',
    'paid_currency',
    'paid_minor',
    'paid_text',
    'difference_minor',
    'amount_reason',
    'outcome',
    'stuck_reason',
    'findings',
    'requested_at',
    'paid_at',
    'offset_source',
    'received_at',
    'expires_at',
    'deadline_at',
    'payments',
    'account_no',
    'response_code',
    'response_status',
    'closed_on',
    'payment_trade_no',
    'paid_date',
    'paid_hour',
    'payment_delay_seconds',
    'callback_delay_seconds',
    'after_expiry',
    'late',
    ...STATED_COLUMNS,
    'owed_since',
  ],
};

const payments: ResultTable<keyof PaymentResultsTable> = {
  table: 'separate_payments',
  work: 'work_separate_payments',
  key: ['order_no', 'merchant_id', 'payment'],
  values: [
    'paid_date',
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'payment_method',
    'currency',
    'paid_minor',
    'paid_at',
    'received_at',
    'outcome',
    'paid_hour',
    'payment_delay_seconds',
    'callback_delay_seconds',
    'after_expiry',
    'late',
  ],
};

const findings: ResultTable<keyof FindingResultsTable> = {
  table: 'finding_rows',
  work: 'work_finding_results',
  key: ['order_no', 'merchant_id', 'code'],
  values: [
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'expected',
    'actual',
    'reason',
    'first_seen_at',
  ],
};

const orphans: ResultTable<keyof OrphanResultsTable> = {
  table: 'orphan_results',
  work: 'work_orphan_results',
  key: ['order_no', 'merchant_id', 'digest'],
  values: [
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'payment_method',
    'status',
    'currency',
    'paid_minor',
    'completed_at',
    'received_at',
    'source_id',
    'line',
  ],
};

export const RESULT_TABLES: readonly ResultTable[] = [orders, payments, findings, orphans];

/**
 * Updates one results table from the run's work table, for the orders in work_known, which an earlier run may have judged. A
 * row that changed or disappeared ends with this run. A new or changed row begins with it.
 */
export function writeResults(
  session: Session,
  name: keyof Tables,
  run: number,
  orders: number,
): Promise<void> {
  const table = RESULT_TABLES.find((one) => one.table === name)!;
  return inPhase('judge', () => writeTable(session, table, run, orders), name);
}

async function writeTable(session: Session, table: ResultTable, run: number, orders: number): Promise<void> {
  await analyzeSample(session, [table.work]);
  await endRows(table, run).execute(session.db);
  await beginRows(table).execute(session.db);
  if (orders >= ANALYZE_FROM_ROWS) await analyzeGrown(session, [table.table]);
}

function endRows(table: ResultTable, run: number): RawBuilder<unknown> {
  return sql`
    update ${sql.table(table.table)} r
    set until_run = ${run}::integer
    from work_known k
    where r.order_no = k.order_no
      and r.merchant_id = k.merchant_id
      and r.until_run is null
      and not exists (
        select from ${sql.table(table.work)} w
        where ${equal('w', 'r', table.key)}
          and (${columns('w', table.values)}) is not distinct from (${columns('r', table.values)})
      )`;
}

/** Only orders that an earlier run may have judged can have a row that is kept. */
function beginRows(table: ResultTable): RawBuilder<unknown> {
  const all = [...table.key, 'from_run', ...table.values];
  return sql`
    insert into ${sql.table(table.table)} (${sql.join(all.map((name) => sql.ref(name)))})
    select ${columns('w', all)}
    from ${sql.table(table.work)} w
    left join (
      select ${columns('r', table.key)}
      from work_known k
      join ${sql.table(table.table)} r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
      where r.until_run is null
    ) kept on ${equal('kept', 'w', table.key)}
    where kept.order_no is null`;
}

function equal(left: string, right: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    names.map((name) => sql`${sql.ref(`${left}.${name}`)} = ${sql.ref(`${right}.${name}`)}`),
    sql` and `,
  );
}

function columns(alias: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(`${alias}.${name}`)}`));
}
