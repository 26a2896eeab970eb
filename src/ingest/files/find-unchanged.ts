import { createReadStream } from 'node:fs';
import type { Session } from '../../database/store.ts';
import { sha256OfBlocks } from '../../sha256.ts';
import { sourceFault, statOf } from './paths-of-command.ts';

/** A file whose bytes were read before, with the same reading settings. */
export interface KnownFile {
  /** Its newest source. */
  readonly sourceId: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The file if nothing in it is new; undefined if it has to be read.
 * @param reading digest of the reading settings, see readingDigest
 */
export async function findUnchanged(
  session: Session,
  name: string,
  reading: string,
): Promise<KnownFile | undefined> {
  const bytes = statOf(name).size;
  if ((await sourcesOf(session, { bytes, reading })).length === 0) return undefined;
  return findKnown(session, { bytes, reading, sha256: await digestOf(name) });
}

/** The newest source with the same stored bytes and reading settings. */
export async function findKnown(
  session: Session,
  file: { readonly bytes: number; readonly sha256: string; readonly reading: string },
): Promise<KnownFile | undefined> {
  const { bytes, sha256 } = file;
  const known = (await sourcesOf(session, file)).find((source) => source.sha256 === sha256);
  return known === undefined ? undefined : { sourceId: known.source_id, bytes, sha256 };
}

/** Sources that may be the same file, newest first. One that was withdrawn is read again. */
function sourcesOf(session: Session, { bytes, reading }: { bytes: number; reading: string }) {
  return session.db
    .selectFrom('sources')
    .select(['source_id', 'sha256'])
    .where('bytes', '=', String(bytes))
    .where('reading', '=', reading)
    .where('withdrawn_by', 'is', null)
    .orderBy('source_id', 'desc')
    .execute();
}

async function digestOf(name: string): Promise<string> {
  try {
    return await sha256OfBlocks(createReadStream(name));
  } catch (error) {
    throw sourceFault(error, name);
  }
}
