import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Session } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import { identityOf, sha256OfBlocks } from '../../sha256.ts';
import { LONGEST_NAME_BYTES, sourceFault, statOf } from './paths-of-command.ts';

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
 * @param readAt the time of the run, after whose beginning the file may have been written
 */
export async function findUnchanged(
  session: Session,
  name: string,
  reading: string,
  readAt: Instant,
): Promise<KnownFile | undefined> {
  const bytes = statOf(name).size;
  if ((await sourcesOf(session, { bytes, reading })).length === 0) return undefined;
  return findKnown(session, { bytes, reading, sha256: await digestOf(session, name, readAt) });
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

/** A file that changed less than this before a run may change again without another time. */
const SETTLED_SECONDS = 2;

/**
 * The digest of a file. It is remembered, because every run finds the files of all runs before.
 * @throws Fault SOURCE_NOT_FOUND, SOURCE_UNREADABLE
 */
async function digestOf(session: Session, path: string, readAt: Instant): Promise<string> {
  const name = resolve(path);
  const file = await ofFile(path, () => stat(name, { bigint: true }));
  const identity = identityOf(file);
  const remembered = await session.db
    .selectFrom('file_digests')
    .select('sha256')
    .where('name', '=', name)
    .where('identity', '=', identity)
    .executeTakeFirst();
  if (remembered !== undefined) return remembered.sha256;
  const sha256 = await ofFile(path, () => sha256OfBlocks(createReadStream(name)));
  const after = await ofFile(path, () => stat(name, { bigint: true }));
  const isSettled = Number(file.ctimeMs) / 1000 < readAt.seconds - SETTLED_SECONDS;
  const isShort = Buffer.byteLength(name) <= LONGEST_NAME_BYTES;
  if (isSettled && isShort && identityOf(after) === identity) {
    await session.db
      .insertInto('file_digests')
      .values({ name, identity, sha256 })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ identity, sha256 }))
      .execute();
  }
  return sha256;
}

async function ofFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sourceFault(error, path);
  }
}
