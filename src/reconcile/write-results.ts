import { type RawBuilder, sql } from 'kysely';
import { ANALYZE_FROM_ROWS, analyzeGrown, analyzeSample } from '../database/statistics.ts';
import type { Session } from '../database/store.ts';
import { inPhase } from '../phases.ts';
import type { ResultTable } from './result-tables.ts';

/**
 * Makes one table's results of the orders in work_keys what the run's work table says: a row that changed or went ends with
 * this run, and a row that came or changed begins with it.
 */
export function writeResults(session: Session, table: ResultTable, run: number): Promise<void> {
  return inPhase('judge', () => writeTable(session, table, run), table.table);
}

async function writeTable(session: Session, table: ResultTable, run: number): Promise<void> {
  await analyzeSample(session, [table.work]);
  const ended = await endRows(table, run).execute(session.db);
  const begun = await beginRows(table).execute(session.db);
  const rows = Number(ended.numAffectedRows ?? 0) + Number(begun.numAffectedRows ?? 0);
  if (rows >= ANALYZE_FROM_ROWS) await analyzeGrown(session, [table.table]);
}

function endRows(table: ResultTable, run: number): RawBuilder<unknown> {
  const identity = [...table.key, 'from_run'];
  return sql`
    update ${sql.table(table.table)} r
    set until_run = ${run}::integer
    from (
      select ${columns('c', identity)}
      from work_keys k
      join ${sql.table(table.table)} c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
      left join ${sql.table(table.work)} w on ${equal('w', 'c', table.key)}
      where c.until_run is null
        and (w.order_no is null or (${columns('w', table.values)}) is distinct from (${columns('c', table.values)}))
    ) gone
    where ${equal('r', 'gone', identity)}`;
}

function beginRows(table: ResultTable): RawBuilder<unknown> {
  const all = [...table.key, 'from_run', ...table.values];
  return sql`
    insert into ${sql.table(table.table)} (${sql.join(all.map((name) => sql.ref(name)))})
    select ${columns('w', all)}
    from ${sql.table(table.work)} w
    where not exists (
      select from ${sql.table(table.table)} r where r.until_run is null and ${equal('w', 'r', table.key)}
    )`;
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
