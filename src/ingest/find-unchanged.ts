import { createHash } from 'node:crypto';
import { createReadStream, type Stats, statSync } from 'node:fs';
import type { Session } from '../database/store.ts';
import { STANDARD_INPUT, sourceFault } from './find-sources.ts';

/** A file whose very bytes were read before, in the same way. */
export interface KnownFile {
  /** The source that was last made of it. */
  readonly sourceId: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The file if nothing in it is new; undefined if it has to be read. What can be read only once, as a pipe, always has.
 * @param reading how it would be read, see readingDigest
 */
export async function findUnchanged(
  session: Session,
  name: string,
  reading: string,
): Promise<KnownFile | undefined> {
  if (name === STANDARD_INPUT) return undefined;
  const stats = statOf(name);
  if (!stats.isFile()) return undefined;
  const candidates = await session.db
    .selectFrom('sources')
    .select(['source_id', 'sha256'])
    .where('bytes', '=', String(stats.size))
    .where('reading', '=', reading)
    .orderBy('source_id', 'desc')
    .execute();
  if (candidates.length === 0) return undefined;
  const sha256 = await digestOf(name);
  const known = candidates.find((candidate) => candidate.sha256 === sha256);
  return known === undefined ? undefined : { sourceId: known.source_id, bytes: stats.size, sha256 };
}

function statOf(name: string): Stats {
  try {
    return statSync(name);
  } catch (error) {
    throw sourceFault(error, name);
  }
}

async function digestOf(name: string): Promise<string> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(name)) digest.update(chunk);
  } catch (error) {
    throw sourceFault(error, name);
  }
  return digest.digest('hex');
}
