import { sql } from 'kysely';
import { Fault } from '../errors.ts';
import type { Session } from './store.ts';

/** Below this, statements of sql/ are not understood. */
export const OLDEST_VERSION = 15;

export interface ServerFacts {
  /** As PostgreSQL counts: 150018 is 15.18. */
  readonly versionNumber: number;
  readonly encoding: string;
}

/** Version and encoding of the database at hand. */
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

/** What this program cannot work with, undefined if there is nothing. */
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
  // Names of payers and merchants come in every script; another encoding refuses them or, worse, bends them.
  if (encoding !== 'UTF8') return { found: `the encoding ${encoding}`, expected: 'the encoding UTF8' };
  return undefined;
}

/** Refuses a database whose version or encoding will not do. Throws DATABASE_UNSUITABLE. */
export async function checkServer(session: Session, address: string): Promise<void> {
  const mistake = serverMistake(await readServer(session));
  if (mistake !== undefined) throw new Fault('DATABASE_UNSUITABLE', { where: address, ...mistake });
}
