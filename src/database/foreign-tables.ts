import { type RawBuilder, sql } from 'kysely';
import { Fault } from '../errors.ts';
import { readSql, sqlFiles } from './sql-file.ts';
import type { Session } from './store.ts';

/** The schema in which tables are created; null if the user may use none. */
const OWN_SCHEMA = sql`to_regnamespace(quote_ident(current_schema()))`;

/** The tables that sql/migrations creates. */
export function ownTables(): string[] {
  return namesOf(/^create (?:unlogged )?table (\w+)/gm);
}

/**
 * Refuses to create the tables where they cannot be, or are already: another program's tables have their names, or another schema
 * of the search path has a store. Call it only if the schema has none of our migrations.
 * @throws Fault DATABASE_UNSUITABLE
 */
export async function checkForeignTables(session: Session, address: string): Promise<void> {
  const { rows } = await sql<{ user_name: string; schema: string | null; other: string | null }>`
    select quote_ident(current_user) as user_name, quote_ident(current_schema()) as schema, (
             select quote_ident(n.nspname)
             from pg_namespace n
             where n.nspname = any(current_schemas(false)) and n.nspname <> current_schema() and ${isOurs(sql`n.oid`)}
             order by array_position(current_schemas(false), n.nspname)
             limit 1
           ) as other`.execute(session.db);
  const { user_name: user, schema, other } = rows[0]!;
  // Without a schema the first table is refused with what to do.
  if (schema === null) return;
  if (other !== null) {
    throw new Fault('DATABASE_UNSUITABLE', {
      where: address,
      found: `the schema ${schema} has no tables of this program, but ${other}, which is also in the search path, has them`,
      remedy:
        `To use those: alter role ${user} set search_path = ${other}. ` +
        `To begin a new store nevertheless: alter role ${user} set search_path = ${schema}.`,
    });
  }
  const names = await foreignNames(session);
  if (names.length === 0) return;
  throw new Fault('DATABASE_UNSUITABLE', {
    where: address,
    found: `the schema ${schema} has ${names.join(', ')}, not made by this program`,
    remedy:
      'Use an empty database, or a schema of its own: ' +
      `create schema recon authorization ${user}; alter role ${user} set search_path = recon;`,
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

/** What the schema has of other programs under names of ours, sorted. */
async function foreignNames(session: Session): Promise<string[]> {
  const names = namesOf(/^create (?:or replace )?(?:unlogged )?(?:unique )?(?:table|view|index) (\w+)/gm);
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where relnamespace = ${OWN_SCHEMA}
      and (relname = any(${names}::text[]) or relname = 'migrations' and not ${isOurs(OWN_SCHEMA)})
    order by relname collate "C"`.execute(session.db);
  return rows.map(({ name }) => name);
}

function namesOf(created: RegExp): string[] {
  return sqlFiles('migrations').flatMap((file) =>
    [...readSql(`migrations/${file}`).matchAll(created)].map(([, name]) => name!),
  );
}
