import { type RawBuilder, sql } from 'kysely';
import { Fault } from '../errors.ts';
import { MIGRATIONS, readSql } from './sql-file.ts';
import type { Session } from './store.ts';

/** The schema in which tables are created; null if the user may use none. */
const OWN_SCHEMA = sql`to_regnamespace(quote_ident(current_schema()))`;

/** The tables that a store has after the last migration, read from sql/schema.sql, which tests keep up to date. */
export function ownTables(): string[] {
  return namesIn(readSql('schema.sql'), [/^create (?:unlogged )?table (\w+)/gm]);
}

/**
 * Refuses to create the tables where they cannot be, or are already: another program's tables or types have their names, or
 * another schema of the search path has a store. Call it only if the schema has none of our migrations.
 * @throws Fault DATABASE_UNSUITABLE
 */
export async function checkForeignTables(session: Session, address: string): Promise<void> {
  const { rows } = await sql<{
    role: string;
    user_name: string;
    schema: string | null;
    other: string | null;
  }>`
    select quote_ident(current_user) || ' in database ' || quote_ident(current_database()) as role,
           quote_ident(current_user) as user_name, quote_ident(current_schema()) as schema, (
             select quote_ident(n.nspname)
             from pg_namespace n
             where n.nspname = any(current_schemas(false)) and n.nspname <> current_schema() and ${isOurs(sql`n.oid`)}
             order by array_position(current_schemas(false), n.nspname)
             limit 1
           ) as other`.execute(session.db);
  const { role, user_name: user, schema, other } = rows[0]!;
  // Without a schema the first table is refused with what to do.
  if (schema === null) return;
  if (other !== null) {
    throw new Fault('DATABASE_UNSUITABLE', {
      where: address,
      found: `the schema ${schema} has no tables of this program, but ${other}, which is also in the search path, has them`,
      remedy:
        `To use those: alter role ${role} set search_path = ${other}. ` +
        `To begin a new store nevertheless: alter role ${role} set search_path = ${schema}.`,
    });
  }
  const names = await foreignNames(session);
  if (names.length === 0) return;
  throw new Fault('DATABASE_UNSUITABLE', {
    where: address,
    found: `the schema ${schema} has ${names.join(', ')}, not made by this program`,
    remedy:
      'Use an empty database, or a schema of its own: ' +
      `create schema recon authorization ${user}; alter role ${role} set search_path = recon;`,
  });
}

/** Whether a schema has our table of migrations. That of another program has other columns. */
export async function hasOwnMigrations(session: Session): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select ${isOurs(OWN_SCHEMA)} as there`.execute(session.db);
  return rows[0]!.there;
}

function isOurs(schema: RawBuilder<unknown>) {
  return sql<boolean>`(
    select count(*) = 2
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('name', 'sha256') and not a.attisdropped
    where c.relnamespace = ${schema} and c.relname = 'migrations' and c.relkind = 'r'
  )`;
}

/** What the schema has of other programs under names of ours, sorted. A table is named without its keys and indexes. */
async function foreignNames(session: Session): Promise<string[]> {
  const { tables, others } = takenNames();
  const { rows } = await sql<{ name: string }>`
    select c.relname collate "C" as name
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    left join pg_class t on t.oid = i.indrelid
    where c.relnamespace = ${OWN_SCHEMA} and c.relname = any(${[...tables, ...others]}::text[])
      and (t.relname = any(${tables}::text[])) is not true
    union
    select typname collate "C"
    from pg_type
    where typnamespace = ${OWN_SCHEMA} and typname = any(${tables}::text[])
    order by name`.execute(session.db);
  return rows.map(({ name }) => name);
}

/**
 * The names that migrations give, if only until a later one takes them away. A type cannot have the name of a table or view. Keys
 * that a migration does not name are left out: the server gives them a free name.
 */
function takenNames(): { readonly tables: string[]; readonly others: string[] } {
  const text = MIGRATIONS.map((file) => readSql(`migrations/${file}`)).join('\n');
  const tables = namesIn(text, [
    /^create (?:or replace )?(?:unlogged )?(?:table|view) (\w+)/gm,
    /^alter table (\w+) rename to (\w+)/gm,
  ]);
  const others = namesIn(text, [
    /^create (?:unique )?index (\w+)/gm,
    /\bconstraint (\w+) (?:primary key|unique)\b/g,
    /^alter (?:index|sequence) (\w+) rename to (\w+)/gm,
  ]);
  return { tables: ['migrations', ...tables], others: ['migrations_pkey', ...others] };
}

function namesIn(text: string, statements: readonly RegExp[]): string[] {
  return statements.flatMap((statement) => [...text.matchAll(statement)].flatMap(([, ...names]) => names));
}
