import { sql } from 'kysely';
import { Fault } from '../errors.ts';
import { READ_ONLY } from './database-fault.ts';
import type { Session } from './store.ts';

/** Older servers do not understand the statements of sql/. */
export const OLDEST_VERSION = 15;

export interface ServerFacts {
  /** server_version_num: 150018 is 15.18. */
  readonly versionNumber: number;
  readonly encoding: string;
}

/** Version and encoding of the connected database. */
export async function readServer(session: Session): Promise<ServerFacts> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`.execute(
    session.db,
  );
  return { versionNumber: Number(rows[0]!.version), encoding: rows[0]!.encoding };
}

/** `15.18` of 150018. */
export function versionText(versionNumber: number): string {
  return `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`;
}

/** Why this program cannot use the database; undefined if it can. */
export function serverMistake({
  versionNumber,
  encoding,
}: ServerFacts): { found: string; expected: string } | undefined {
  if (versionNumber < OLDEST_VERSION * 10_000) {
    return {
      found: `PostgreSQL ${versionText(versionNumber)}`,
      expected: `PostgreSQL ${OLDEST_VERSION} or newer`,
    };
  }
  // Names of merchants come in every script; another encoding refuses or, worse, changes them.
  if (encoding !== 'UTF8') return { found: `the encoding ${encoding}`, expected: 'the encoding UTF8' };
  return undefined;
}

/** Checks version and encoding of the database. Throws DATABASE_UNSUITABLE. */
export async function checkServer(session: Session, address: string): Promise<void> {
  const mistake = serverMistake(await readServer(session));
  if (mistake !== undefined) throw new Fault('DATABASE_UNSUITABLE', { where: address, ...mistake });
}

/** Checks that the server takes writes, for what starts without writing. Throws DATABASE_NOT_WRITABLE. */
export async function checkWrites(session: Session, address: string): Promise<void> {
  const { rows } = await sql<{ read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`.execute(
    session.db,
  );
  if (rows[0]!.read_only) throw new Fault('DATABASE_NOT_WRITABLE', { where: address, found: READ_ONLY });
}
