import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import type { Publication, PublishRequest } from './publication.ts';
import { restoreFiles } from './restore-files.ts';
import { makeStage, place, writeManifest, writeReports } from './stage.ts';
import { factsDigest, filesDigest, type Version, versionsOf } from './versions.ts';

/**
 * Prepares a version of which the folder or files are missing: what can be written again as it was published.
 * @returns undefined if nothing is missing
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT; VERSION_LOST only if the folder is missing
 */
export async function restoreIfMissing(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
  known: Version,
  parent: string,
): Promise<Publication | undefined> {
  if (!existsSync(join(parent, `v${known.version}`)))
    return restoreVersion(session, request, scope, known, parent);
  return restoreFiles(session, () => scopeThen(session, request, scope, known), scope, known, parent);
}

/** The scope that a version was made with. */
async function scopeThen(
  session: Session,
  request: PublishRequest,
  { date, region }: ReportScope,
  known: Version,
): Promise<ReportScope> {
  const [earlier] = await versionsOf(session, { date, region }, { before: known, most: 1 });
  const before = earlier && (await request.scopeOfRun(earlier.run_id));
  return { ...(await request.scopeOfRun(known.run_id)), schema: known.schema, before };
}

/** This store cannot make the states beside the facts of an adopted version again. */
function lostAdopted(where: string, entry: string): Fault {
  return new Fault('VERSION_LOST', {
    where,
    found: `no such folder; another store published it, and it was adopted (entry ${entry} of the audit trail)`,
    remedy: 'Put its folder back from a copy: this store makes its facts again, but not the other files.',
  });
}

/** Writes a version again as it was published, in its form and with its zones. Throws VERSION_LOST. */
async function restoreVersion(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
  known: Version,
  parent: string,
): Promise<Publication> {
  const { version, profile, format, facts_sha256, files_sha256 } = known;
  if (known.adopted_entry !== null) throw lostAdopted(join(parent, `v${version}`), known.adopted_entry);
  const then = await scopeThen(session, request, scope, known);
  const stage = await makeStage(parent, `v${version}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const written = await writeReports(session, REPORTS, then, { profile, format }, stage);
    const digest = factsDigest(written);
    if (digest !== facts_sha256) {
      throw new Fault('VERSION_LOST', {
        where: join(parent, `v${version}`),
        found: `other facts (SHA-256 ${digest})`,
        expected: `those that were published (SHA-256 ${facts_sha256})`,
      });
    }
    const files = written.map(({ file }) => file);
    if (files_sha256 !== null && filesDigest(files) !== files_sha256) {
      throw new Fault('VERSION_LOST', {
        where: join(parent, `v${version}`),
        found: `the same facts, but other states beside them (files: SHA-256 ${filesDigest(files)})`,
        expected: `the files that were published (SHA-256 ${files_sha256})`,
      });
    }
    await writeManifest(session, then, { version, profile, format, files }, stage);
    return {
      date: scope.date,
      region: scope.region,
      version,
      folder: join(parent, `v${version}`),
      state: 'restored',
      files,
      place: () => place(stage, parent, version),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
