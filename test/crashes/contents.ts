/** What a store and a folder contain, without what may differ when a command was given twice. */
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../src/database/store.ts';
import { filesOf, NOT_KEPT } from '../support/state.ts';
import type { Place } from './stages.ts';

/**
 * Numbers that the database gives; whether there is one is compared. The trail of decisions has a further entry for
 * a decision that was made twice, and so has other hashes.
 */
const NUMBERS =
  /(^|_)(run|run_id|entry|source|source_id|place|released_by|declaration|declaration_id|message_id|hash|previous)$/;
/** Messages about a run have its number in their keys. */
const KEY_OF_RUN = /(,findings\/)\d+/;
/** What a second attempt leaves otherwise. */
const OF_ATTEMPTS = ['attempts', 'last_error', 'due_at', 'sent_at', 'started_at', 'found_at'];
/** Tables with a row for each run or decision; they may have one twice. */
const REPEATED = /^(runs|run_.*|night_runs|changed_dates|audit_.*|closings|coverage_declarations)$/;

interface Column {
  readonly table: string;
  readonly name: string;
}

/** @param ignored columns that a command leaves otherwise when it is given twice */
export async function contentsOf(
  place: Place,
  ignored: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const store = await place.open();
  const tables = await tablesOf(store, place.cwd, ignored).finally(store.close);
  return {
    ...tables,
    reports: filesOf(join(place.cwd, 'payin-recon-reports')),
    place: filesOf(join(place.cwd, 'place')),
  };
}

function tablesOf(store: Store, cwd: string, ignored: readonly string[]): Promise<Record<string, string[]>> {
  return store.session(async ({ db }) => {
    const { rows: columns } = await sql<Column>`
      select c.relname as "table", a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relname !~ ${NOT_KEPT.source}
      order by c.relname, a.attnum`.execute(db);
    const tables: Record<string, string[]> = {};
    for (const table of new Set(columns.map((column) => column.table))) {
      const values = columns
        .filter((column) => column.table === table && !ignored.includes(`${table}.${column.name}`))
        .map(({ name }) =>
          NUMBERS.test(name) || OF_ATTEMPTS.includes(name)
            ? sql`${sql.ref(name)} is null as ${sql.ref(name)}`
            : sql.ref(name),
        );
      const { rows } = await sql<{ row: string }>`
        select ${sql.raw(REPEATED.test(table) ? 'distinct' : '')} t::text as row
        from (select ${sql.join(values)} from ${sql.ref(table)}) as t order by 1`.execute(db);
      tables[table] = rows.map(({ row }) => row.replaceAll(cwd, '').replace(KEY_OF_RUN, '$1'));
    }
    return tables;
  });
}

/** Waits until the server has noticed that a process is gone, which frees its locks. */
export async function alone({ open }: Pick<Place, 'open'>): Promise<void> {
  const store = await open();
  try {
    for (let others = 1; others > 0; ) {
      const { rows } = await store.session(({ db }) =>
        sql<{ others: number }>`
          select count(*)::integer as others from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
          db,
        ),
      );
      others = rows[0]!.others;
    }
  } finally {
    await store.close();
  }
}
