import { sql } from 'kysely';
import type { Session } from './store.ts';
import type { Tables } from './tables.ts';

/** Names of the columns of a table, in their order. */
export async function columnsOf(session: Session, table: keyof Tables): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(session.db);
  return rows.map(({ name }) => name);
}
