import { type RawBuilder, sql } from 'kysely';
import { ANALYZE_FROM_ROWS, analyzeGrown, analyzeSample } from '../../database/statistics.ts';
import type { Session } from '../../database/store.ts';
import { columnsOf } from '../../database/table-columns.ts';
import type { Tables } from '../../database/tables.ts';
import { inPhase } from '../../phases.ts';

/** The rows of a results table that a run looks at: those with the same values in some columns. */
interface Looked {
  readonly at: RawBuilder<unknown>;
  readonly by: readonly string[];
}

/** A results table, with the work table that holds the rows it should have. */
interface ResultTable extends Looked {
  readonly table: keyof Tables;
  readonly work: keyof Tables;
  readonly key: readonly string[];
}

const ORDER = ['order_no', 'merchant_id'];
/** The orders that an earlier run may have judged. */
const KNOWN_ORDERS: Looked = { at: sql`work_known`, by: ORDER };

const ROW = ['order_no', 'logged_at', 'digest'];
/** The rows of statements that an earlier run may have judged. */
const KNOWN_ROWS: Looked = {
  at: sql`(
    select order_no, logged_at, digest from work_revisited
    union
    select order_no, logged_at, digest from work_rows where is_known
  )`,
  by: ROW,
};

const PAYOUT = ['payout_id', 'region', 'currency', 'bank_digest'];
/** A run matches all payouts anew. */
const ALL: Looked = { at: sql`(select)`, by: [] };

export const RESULT_TABLES: readonly ResultTable[] = [
  { table: 'order_rows', work: 'work_order_results', key: ORDER, ...KNOWN_ORDERS },
  { table: 'separate_payments', work: 'work_separate_payments', key: [...ORDER, 'payment'], ...KNOWN_ORDERS },
  { table: 'finding_rows', work: 'work_finding_results', key: [...ORDER, 'code'], ...KNOWN_ORDERS },
  { table: 'orphan_results', work: 'work_orphan_results', key: [...ORDER, 'digest'], ...KNOWN_ORDERS },
  { table: 'statement_rows', work: 'work_statement_rows', key: ROW, ...KNOWN_ROWS },
  { table: 'payout_rows', work: 'work_payout_rows', key: PAYOUT, ...ALL },
];

/** The columns outside the key. A row ends when one of them changes. */
export async function valuesOf(session: Session, { table, key }: ResultTable): Promise<string[]> {
  const columns = await columnsOf(session, table);
  return columns.filter((name) => ![...key, 'from_run', 'until_run'].includes(name));
}

/**
 * Updates one results table from the run's work table. Of the rows that the run looks at, one that changed or disappeared ends
 * with this run. A new or changed row begins with it.
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
    from ${table.at} k
    where ${isLookedAt(table)}
      and not exists (
        select from ${sql.table(table.work)} w
        where ${allOf(equal('w', 'r', table.key))}
          and (${columns('w', values)}) is not distinct from (${columns('r', values)})
      )`;
}

/** Only rows that the run looks at can be kept. */
function beginRows(table: ResultTable, values: readonly string[]): RawBuilder<unknown> {
  const all = [...table.key, 'from_run', ...values];
  return sql`
    insert into ${sql.table(table.table)} (${sql.join(all.map((name) => sql.ref(name)))})
    select ${columns('w', all)}
    from ${sql.table(table.work)} w
    left join (
      select ${columns('r', table.key)}, true as is_kept
      from ${table.at} k, ${sql.table(table.table)} r
      where ${isLookedAt(table)}
    ) kept on ${allOf(equal('kept', 'w', table.key))}
    where kept.is_kept is null`;
}

function isLookedAt({ by }: Looked): RawBuilder<unknown> {
  return allOf([...equal('r', 'k', by), sql`r.until_run is null`]);
}

function equal(left: string, right: string, names: readonly string[]): RawBuilder<unknown>[] {
  return names.map((name) => sql`${sql.ref(`${left}.${name}`)} = ${sql.ref(`${right}.${name}`)}`);
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

function columns(alias: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(`${alias}.${name}`)}`));
}
