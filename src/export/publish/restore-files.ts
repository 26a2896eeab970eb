/** Files that are missing in the folder of a published version. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { repoint } from './latest-link.ts';
import { type MadeFiles, makeAll, makeListed, namesByStore } from './made-files.ts';
import type { MissingFiles, Publication } from './publication.ts';
import { type PublishedFiles, readPublishedFiles } from './published-files.ts';
import { makeStage, placeFiles } from './stage.ts';
import type { Version } from './versions.ts';

/**
 * Prepares the files that are missing in the folder of a version. A file is written again only if it is known to have the bytes
 * that were published: by the digest of the version's files, by its manifest, or by the digest of its facts. Others are
 * lost.
 * @returns undefined if none is missing
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export async function restoreFiles(
  session: Session,
  scopeThen: () => Promise<ReportScope>,
  { date, region }: Pick<ReportScope, 'date' | 'region'>,
  known: Version,
  parent: string,
): Promise<Publication | undefined> {
  const { version } = known;
  const folder = join(parent, `v${version}`);
  const published = await readPublishedFiles(folder, known);
  if (published !== undefined && missingIn(folder, published.names).length === 0) return undefined;
  const then = await scopeThen();
  if (published === undefined && missingIn(folder, namesByStore(then, known)).length === 0) return undefined;
  const stage = await stageBeside(parent, folder, `v${version}-`);
  const discard = async () => {
    if (stage !== undefined) await rm(stage, { recursive: true, force: true });
  };
  try {
    const made = await makeFiles(session, then, known, { folder, stage, published });
    // Computed once: what is moved, what is reported as restored, and which files are listed cannot differ.
    const missing = missingIn(folder, made.names);
    const restored = missing.filter((name) => made.proven.has(name));
    const lost = missing.filter((name) => !made.proven.has(name));
    const files: MissingFiles = { restored, lost, changed: made.changed };
    return {
      ...{ date, region, version, folder },
      state: restored.length > 0 ? 'restored' : 'unchanged',
      files: made.files.filter(({ name }) => restored.includes(name)),
      ...(missing.length === 0 ? {} : { missing: files }),
      place: async () => {
        if (restored.length > 0) await placeFiles(stage!, folder, restored);
        else await discard();
        await repoint(parent);
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function missingIn(folder: string, names: readonly string[]): string[] {
  const entries = new Set(readdirSync(folder));
  return names.filter((name) => !entries.has(name));
}

/** A folder to write into; undefined where a version's folder cannot be changed, as one on a medium that is only read. */
async function stageBeside(parent: string, folder: string, name: string): Promise<string | undefined> {
  try {
    accessSync(folder, constants.W_OK);
    return await makeStage(parent, name);
  } catch (error) {
    if (error instanceof Fault || (error as NodeJS.ErrnoException).syscall === 'access') return undefined;
    throw error;
  }
}

interface Places {
  readonly folder: string;
  readonly stage: string | undefined;
  readonly published: PublishedFiles | undefined;
}

async function makeFiles(
  session: Session,
  then: ReportScope,
  known: Version,
  { folder, stage, published }: Places,
): Promise<MadeFiles> {
  if (stage === undefined) {
    const names = published?.names ?? namesByStore(then, known);
    return { names, proven: new Set(), files: [], changed: [] };
  }
  if (published === undefined) return makeAll(session, then, known, folder, stage);
  const missing = missingIn(folder, published.names);
  return makeListed(session, then, known, { folder, stage, published, missing });
}
