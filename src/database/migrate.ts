import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { Fault } from '../errors.ts';
import { atFaultPoint } from '../fault-points.ts';
import { type Progress, SILENT } from '../progress.ts';
import { sha256Of } from '../sha256.ts';
import { checkServer } from './check-server.ts';
import { distribute } from './distribute.ts';
import { checkForeignTables, hasOwnMigrations } from './foreign-tables.ts';
import { keepFromWriting, LOCKS } from './locks.ts';
import { MIGRATIONS, readSql } from './sql-file.ts';
import { Rollback, type Session, type Store, transaction } from './store.ts';

const CREATE_TABLE =
  'create table migrations (name text collate "C" not null, sha256 text not null, ' +
  'constraint migrations_pkey primary key (name))';

/** Digests under which stores may know a file: only its comments were changed since. */
const EARLIER_DIGESTS: Readonly<Record<string, string>> = {
  '000006_create_audit_trail.sql': 'c914eeb5afec400e893e8a8b0527bf174e46963caea0f4902422e62cdd42e675',
};

interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Brings the database to the schema of sql/migrations, forward only, each file once, all in one transaction; on
 * a Citus cluster it also distributes the big tables.
 * @param progress counts each file, where the database has a schema already: it may have much to change
 * @returns the names of the files that were applied now
 * @throws Fault SCHEMA_MISMATCH if the database has migrations that this program lacks, or others of the same name;
 *   DATABASE_UNSUITABLE if its version, its encoding or tables of other programs are in the way, DATABASE_NOT_WRITABLE
 */
export async function migrate(store: Store, progress: Progress = SILENT): Promise<string[]> {
  let isWaiting = false;
  try {
    for (;;) {
      const made = await store.session((session) =>
        transaction(session, () => migrateNow(session, store.address, progress), 'migrate.commit'),
      );
      if (made !== BUSY) return made;
      // Not in turn for a lock: whatever came after would have to wait too, and so be refused.
      if (!isWaiting)
        progress.begin(
          'Waiting until runs and ingests have ended, to migrate the database',
          undefined,
          'step',
        );
      isWaiting = true;
      await setTimeout(WAIT_MILLISECONDS);
    }
  } finally {
    if (isWaiting) progress.end();
  }
}

/** A run or an ingest is at work. What it keeps is as its program knows the tables, before they change. */
const BUSY = Symbol('busy');
const WAIT_MILLISECONDS = 200;

type Migrated = string[] | typeof BUSY;

async function migrateNow(
  session: Session,
  address: string,
  progress: Progress,
): Promise<Migrated | Rollback<Migrated>> {
  // If two programs start at the same time, one waits.
  await session.db.executeQuery(
    CompiledQuery.raw('select pg_advisory_xact_lock($1::bigint)', [LOCKS.migrations]),
  );
  await checkServer(session, address);
  const applied = await appliedMigrations(session);
  if (applied === undefined) {
    await checkForeignTables(session, address);
    await session.script(CREATE_TABLE);
  }
  checkHistory(applied ?? [], address);
  const pending = MIGRATIONS.slice(applied?.length ?? 0);
  const isChange = applied !== undefined && pending.length > 0;
  if (isChange && !(await keepFromWriting(session))) return new Rollback<Migrated>(BUSY);
  const shown = isChange ? progress : SILENT;
  shown.begin('Migrating the database', pending.length, 'step');
  try {
    for (const name of pending) {
      await atFaultPoint('migrate.file', () => session.script(readSql(`migrations/${name}`)));
      await sql`insert into migrations (name, sha256) values (${name}, ${digestOf(name)})`.execute(
        session.db,
      );
      shown.advance(1);
    }
    await distribute(session);
  } finally {
    shown.end();
  }
  return pending;
}

/**
 * Migrations applied to the database, in order; undefined if it has no schema at all. Checked before creating it:
 * a user without the right to create tables may use a schema that is up to date.
 */
export async function appliedMigrations(session: Session): Promise<AppliedMigration[] | undefined> {
  if (!(await hasOwnMigrations(session))) return undefined;
  const result = await sql<AppliedMigration>`select name, sha256 from migrations order by name`.execute(
    session.db,
  );
  return result.rows;
}

/**
 * Refuses a database that a newer version of the program has migrated since it was opened.
 * @throws Fault SCHEMA_MISMATCH
 */
export async function checkSchema(session: Session, address: string): Promise<void> {
  const applied = (await appliedMigrations(session)) ?? [];
  const newer = applied.find(({ name }) => !MIGRATIONS.includes(name));
  if (newer !== undefined) throw mismatch(address, newer.name, LACKED);
}

/** Refuses a schema that this program's migrations do not lead to. Throws SCHEMA_MISMATCH. */
export function checkHistory(applied: readonly AppliedMigration[], address: string): void {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const isKnown = MIGRATIONS[index] === name;
    if (isKnown && [digestOf(name), EARLIER_DIGESTS[name]].includes(sha256)) continue;
    const changed = {
      found: 'a file of that name with other content',
      expected: 'the file that this program has',
    };
    throw mismatch(address, name, isKnown ? changed : LACKED);
  }
}

const LACKED = {
  found: 'a migration this program lacks',
  expected: `a layout up to ${MIGRATIONS.at(-1)}: a newer version of payin-recon made this one`,
};

function mismatch(
  address: string,
  name: string,
  detail: { readonly found: string; readonly expected: string },
): Fault {
  return new Fault('SCHEMA_MISMATCH', { where: `${address}, migration ${name}`, ...detail });
}

function digestOf(name: string): string {
  return sha256Of(readSql(`migrations/${name}`));
}
