import { type RawBuilder, sql } from 'kysely';
import { ANALYZE_FROM_ROWS, analyzeGrown, analyzeSample } from '../../database/statistics.ts';
import type { Session } from '../../database/store.ts';
import { columnsOf } from '../../database/table-columns.ts';
import type { Tables } from '../../database/tables.ts';
import { inPhase } from '../../phases.ts';

/** A results table, with the work table that holds the rows it should have. */
interface ResultTable {
  readonly table: keyof Tables;
  readonly work: keyof Tables;
  readonly key: readonly string[];
}

export const RESULT_TABLES: readonly ResultTable[] = [
  { table: 'order_rows', work: 'work_order_results', key: ['order_no', 'merchant_id'] },
  {
    table: 'separate_payments',
    work: 'work_separate_payments',
    key: ['order_no', 'merchant_id', 'payment'],
  },
  { table: 'finding_rows', work: 'work_finding_results', key: ['order_no', 'merchant_id', 'code'] },
  { table: 'orphan_results', work: 'work_orphan_results', key: ['order_no', 'merchant_id', 'digest'] },
];

/** The columns outside the key. A row ends when one of them changes. */
export async function valuesOf(session: Session, { table, key }: ResultTable): Promise<string[]> {
  const columns = await columnsOf(session, table);
  return columns.filter((name) => ![...key, 'from_run', 'until_run'].includes(name));
}

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
  const write = async () => {
    await analyzeSample(session, [table.work]);
    const values = await valuesOf(session, table);
    await endRows(table, values, run).execute(session.db);
    await beginRows(table, values).execute(session.db);
    if (orders >= ANALYZE_FROM_ROWS) await analyzeGrown(session, [table.table]);
  };
  return inPhase('judge', write, name);
}

function endRows(table: ResultTable, values: readonly string[], run: number): RawBuilder<unknown> {
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
          and (${columns('w', values)}) is not distinct from (${columns('r', values)})
      )`;
}

/** Only orders that an earlier run may have judged can have a row that is kept. */
function beginRows(table: ResultTable, values: readonly string[]): RawBuilder<unknown> {
  const all = [...table.key, 'from_run', ...values];
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
