import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { Fault } from '../errors.ts';
import { readSql, sqlFiles } from './sql-file.ts';
import { type Session, type Store, transaction } from './store.ts';

/** Names the lock under which migrations run, so that of two programs that start at once one waits. */
const MIGRATION_LOCK_KEY = '482805867887';

interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Brings the database to the layout of sql/migrations, forward only, each file once, all in one transaction.
 * @returns the names of the files that were applied now
 * @throws Fault SCHEMA_MISMATCH if the database knows files that this program does not, or others of that name
 */
export async function migrate(store: Store): Promise<string[]> {
  return store.session((session) =>
    transaction(session, async () => {
      await session.db.executeQuery(
        CompiledQuery.raw('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK_KEY]),
      );
      const applied = await appliedMigrations(session);
      const files = sqlFiles('migrations');
      checkHistory(applied, files, store.address);
      const pending = files.slice(applied.length);
      for (const name of pending) {
        await session.script(readSql(`migrations/${name}`));
        await sql`insert into migrations (name, sha256) values (${name}, ${digestOf(name)})`.execute(
          session.db,
        );
      }
      return pending;
    }),
  );
}

async function appliedMigrations(session: Session): Promise<AppliedMigration[]> {
  await session.script(
    'create table if not exists migrations (name text collate "C" not null, sha256 text not null, ' +
      'constraint migrations_pkey primary key (name))',
  );
  const result = await sql<AppliedMigration>`select name, sha256 from migrations order by name`.execute(
    session.db,
  );
  return result.rows;
}

function checkHistory(applied: readonly AppliedMigration[], files: readonly string[], address: string): void {
  for (const [index, { name, sha256 }] of applied.entries()) {
    if (files[index] === name && digestOf(name) === sha256) continue;
    throw new Fault('SCHEMA_MISMATCH', {
      where: `${address}, migration ${name}`,
      found:
        files[index] === name ? 'a file of that name with other content' : 'a migration this program lacks',
    });
  }
}

function digestOf(name: string): string {
  return createHash('sha256')
    .update(readSql(`migrations/${name}`))
    .digest('hex');
}
