import { keepInTurn, loading } from '../database/locks.ts';
import { readSql } from '../database/sql-file.ts';
import type { Store } from '../database/store.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import { sha256Of } from '../sha256.ts';
import { readingDigest } from './files/reading-digest.ts';
import { resultOf, type SourceResult } from './ingest.ts';
import { ParsePool } from './lines/parse-pool.ts';
import { stageSource } from './stage-source.ts';
import { keepSource } from './staging/keep-source.ts';
import { StageSender } from './staging/staged-rows.ts';

/** Lines that are given, such as callbacks that were just received. */
export interface GivenLines {
  /** Name of the source that they are kept as. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly readAt: Instant;
}

/** Reads given lines into the store, as one source. Resolves once they are kept for good. */
export async function ingestLines(
  store: Store,
  settings: Settings,
  { name, bytes, readAt }: GivenLines,
): Promise<SourceResult> {
  const sha256 = sha256Of(bytes);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const content = { chunks: chunks(), sha256: () => sha256, bytes: () => bytes.length, grew: () => false };
  const pool = new ParsePool({ settings, forcedKind: undefined }, 0);
  try {
    return await loading(store, async (session) => {
      await session.script(readSql('ingest/000_staging.sql'));
      const sender = new StageSender(session);
      const staged = await stageSource(name, content, { settings, forcedKind: undefined, pool, sender });
      await keepInTurn(session);
      const read = { name, bytes: bytes.length, sha256 };
      const reading = readingDigest(name, undefined, settings);
      return resultOf(read, await keepSource(session, settings, { ...read, readAt, reading, staged }));
    });
  } finally {
    await pool.close();
  }
}
