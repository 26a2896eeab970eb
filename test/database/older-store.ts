import { sql } from 'kysely';
import { readSql, sqlFiles } from '../../src/database/sql-file.ts';
import type { Store } from '../../src/database/store.ts';

const FILES = sqlFiles('migrations');

/** Makes a database what the first migrations alone would have made of it. */
export async function becomeOlder(store: Store, files: number): Promise<void> {
  await store.session(async (session) => {
    const made = await sql<{ name: string }>`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'migrations'`.execute(session.db);
    for (const { name } of made.rows) await session.script(`drop table ${name} cascade`);
    for (const name of FILES.slice(0, files)) await session.script(readSql(`migrations/${name}`));
    for (const name of FILES.slice(files)) {
      await sql`delete from migrations where name = ${name}`.execute(session.db);
    }
  });
}
