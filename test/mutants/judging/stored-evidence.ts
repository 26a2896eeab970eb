import { sql } from 'kysely';
import type { Session } from '../../../src/database/store.ts';

/** Keeps the evidence of a store in a schema of its name, to load it again without reading anything. */
export async function keepEvidence(session: Session, name: string): Promise<void> {
  const tables = await filledTables(session, 'public');
  const copies = tables.map((table) => `create table ${name}.${table} as table public.${table}`);
  await session.script([`create schema ${name}`, ...copies].join(';\n'));
}

/** Which tables each schema of kept evidence has. */
export async function keptTables(session: Session): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ schema: string; tables: string[] }>`
    select n.nspname as schema, array_agg(c.relname::text order by c.relname) as tables
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname like ${'evidence\\_%'}
    group by n.nspname`.execute(session.db);
  return new Map(rows.map(({ schema, tables }) => [schema, tables]));
}

/** The statements that put kept evidence in the place of what the tables have. */
export function loadingOf(name: string, tables: readonly string[]): string {
  return tables
    .map(
      (table) => `
        delete from public.${table};
        insert into public.${table} overriding system value select * from ${name}.${table}`,
    )
    .join(';\n');
}

/** A query for a digest of all that judging keeps: of every table but evidence and work tables. */
export async function digestQuery(session: Session, evidence: ReadonlySet<string>): Promise<string> {
  const tables = (await tablesOf(session, 'public')).filter(
    (table) => !evidence.has(table) && !table.startsWith('work_'),
  );
  const digests = tables.map(
    (table) => `select '${table}' as name, string_agg(t::text, ' ' order by t::text) as rows from ${table} t`,
  );
  return `select md5(string_agg(concat(name, rows), ' ' order by name)) as digest
          from (${digests.join(' union all ')}) tables`;
}

/** The statements that restart the numbering of every table. */
export async function renumbering(session: Session): Promise<string> {
  const { rows } = await sql<{ statement: string }>`
    select 'select setval(''' || relname || ''', 1, false)' as statement
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    order by relname`.execute(session.db);
  return rows.map(({ statement }) => statement).join(';\n');
}

async function filledTables(session: Session, schema: string): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await tablesOf(session, schema)) {
    const { rows } = await sql`select from ${sql.id(schema, table)} limit 1`.execute(session.db);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

async function tablesOf(session: Session, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = ${schema}::regnamespace and relkind = 'r' and relname <> 'migrations'
    order by relname`.execute(session.db);
  return rows.map(({ name }) => name);
}
