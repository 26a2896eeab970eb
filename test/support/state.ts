import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../src/database/store.ts';

const TABLES = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`;

/**
 * The next run empties these tables, and digests of files may be remembered of any run, also one that failed: whether they are
 * depends on how long ago the files were written.
 */
export const NOT_KEPT = /^(stage|work)_|^file_digests$/;

/** A digest of the rows of each table that a run keeps. Two results are equal if nothing was changed. */
export function stateOf(store: Store): Promise<Readonly<Record<string, string>>> {
  return digestsOf(store, (name) => !NOT_KEPT.test(name));
}

/** A digest of the rows of each table, also of those that a run works in. */
export function wholeStateOf(store: Store): Promise<Readonly<Record<string, string>>> {
  return digestsOf(store, () => true);
}

/** A standby has no tables that runs work in, so that none may be read that is not asked for. */
function digestsOf(
  store: Store,
  isAsked: (name: string) => boolean,
): Promise<Readonly<Record<string, string>>> {
  return store.session(async ({ db }) => {
    const tables = await sql<{ name: string }>`${sql.raw(TABLES)}`.execute(db);
    const state: Record<string, string> = {};
    for (const { name } of tables.rows.filter((table) => isAsked(table.name))) {
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest
        from ${sql.ref(name)} as t`.execute(db);
      state[name] = rows[0]!.digest;
    }
    return state;
  });
}

/** Everything below a folder: a digest for each file, the target for each link; empty if there is no folder. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(names.map((name) => [name, contentOf(join(folder, name))]));
}

function contentOf(path: string): string {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return status.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder';
}
