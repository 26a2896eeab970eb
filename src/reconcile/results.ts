import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../database/store.ts';
import { RESULT_TABLES, type ResultTable } from './result-tables.ts';

export interface Scope {
  readonly run: number;
  /** Region names at hand, `''` for orders without one. */
  readonly regions: readonly string[];
  /** The last date at hand, `yyyy-MM-dd`. */
  readonly until: string;
}

/**
 * Makes the results what the run's work tables say: a row that changed or went ends with this run, and a row that
 * came or changed begins with it. Rows of regions and later dates that are not at hand stay.
 * @returns how many rows ended or began
 */
export async function writeResults(session: Session, scope: Scope): Promise<number> {
  let changed = 0;
  for (const table of RESULT_TABLES) {
    const ended = await endRows(table, scope).execute(session.db);
    const begun = await beginRows(table).execute(session.db);
    changed += Number(ended.numAffectedRows ?? 0) + Number(begun.numAffectedRows ?? 0);
  }
  return changed;
}

function endRows(table: ResultTable, scope: Scope): RawBuilder<unknown> {
  const early = sql.join(
    table.dates.map((date) => sql`r.${sql.ref(date)} <= ${scope.until}::date`),
    sql` or `,
  );
  return sql`
    update ${sql.table(table.table)} r
    set until_run = ${scope.run}::integer
    where r.until_run is null
      and (
        (r.region = any (${[...scope.regions]}::text[]) and (${early}))
        or exists (
          select from work_evidence e where e.order_no = r.order_no and e.merchant_id = r.merchant_id
        )
      )
      and not exists (
        select from ${sql.table(table.work)} w
        where ${equalKey(table)}
          and (${columns('w', table.values)}) is not distinct from (${columns('r', table.values)})
      )`;
}

function beginRows(table: ResultTable): RawBuilder<unknown> {
  const all = [...table.key, 'from_run', ...table.values];
  return sql`
    insert into ${sql.table(table.table)} (${sql.join(all.map((name) => sql.ref(name)))})
    select ${columns('w', all)}
    from ${sql.table(table.work)} w
    where not exists (
      select from ${sql.table(table.table)} r where r.until_run is null and ${equalKey(table)}
    )`;
}

function equalKey(table: ResultTable): RawBuilder<unknown> {
  return sql.join(
    table.key.map((name) => sql`w.${sql.ref(name)} = r.${sql.ref(name)}`),
    sql` and `,
  );
}

function columns(alias: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(`${alias}.${name}`)}`));
}
