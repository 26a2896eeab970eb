import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FACTS, STATES } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { writeFault } from '../../file-fault.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { type Form, STANDARD } from '../profile.ts';
import { newestFolder, repoint } from './latest-link.ts';
import type { Publication, PublishRequest } from './publication.ts';
import { restoreIfMissing } from './restore-version.ts';
import { type EarlierFiles, earlierFiles } from './spliced-report.ts';
import {
  beginReports,
  linkUnchanged,
  makeStage,
  place,
  sweepStages,
  writeManifest,
  writeReports,
} from './stage.ts';
import type { WrittenFile } from './version-files.ts';
import {
  addVersion,
  differencesOf,
  factsDigest,
  filesDigest,
  mayDiffer,
  newestVersion,
  noteSame,
  type Version,
  versionsOf,
  wasAdjustedSince,
} from './versions.ts';

/**
 * Prepares what a run publishes of a date and region: its version, and before it the versions that are missing in the
 * folder, because a run was killed after it was kept. Removes the unfinished files of such a run.
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT, VERSION_LOST
 */
export async function prepareVersions(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication[]> {
  await sweep(join(request.out, scope.date, regionFolder(scope.region)));
  const publication = await prepareVersion(session, request, scope);
  try {
    const earlier = (await versionsOf(session, scope)).slice(1);
    return [...(await restoreMissing(session, request, scope, earlier)), publication];
  } catch (error) {
    await publication.discard();
    throw error;
  }
}

/** Removes the unfinished files of killed runs in the folder of a date and region. Throws FOLDER_NOT_WRITABLE. */
export async function sweep(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  try {
    await sweepStages(parent);
  } catch (error) {
    throw writeFault(error, parent);
  }
}

/**
 * Writes those of these versions again of which the folder or files are missing, the oldest first.
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT; VERSION_LOST only if a folder is missing
 */
export async function restoreMissing(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
  versions: readonly Version[],
): Promise<Publication[]> {
  const parent = join(request.out, scope.date, regionFolder(scope.region));
  const restored: Publication[] = [];
  try {
    for (const version of versions) {
      const publication = await restoreIfMissing(session, request, scope, version, parent);
      if (publication !== undefined) restored.unshift(publication);
    }
    return restored;
  } catch (error) {
    for (const publication of restored) await publication.discard();
    throw error;
  }
}

/**
 * Prepares the version of a date and region from the run's results: written to a stage, durable, not yet in its
 * place. Makes a new version only where a fact differs from the newest version, or the form does, or something of it was adjusted
 * since.
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT, VERSION_LOST
 */
export async function prepareVersion(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication> {
  const { date, region } = scope;
  const parent = join(request.out, date, regionFolder(region));
  const newest = await newestVersion(session, scope);
  const { profile, format } = request.form ?? newest ?? STANDARD;
  const form = { profile, format };
  const before = newest !== undefined && isForm(newest, form) ? newest : undefined;
  const isAdjusted = before !== undefined && (await wasAdjustedSince(session, scope, before));
  if (before !== undefined && !isAdjusted && !(await mayDiffer(session, scope, before))) {
    return keepVersion(session, request, scope, before, parent);
  }
  const shown = { ...scope, before: newest && (await request.scopeOfRun(newest.run_id)) };
  const stage = await makeStage(parent, 'new-');
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const earlier =
      before &&
      (await earlierFiles(session, scope, before, shown.before!, join(parent, `v${before.version}`)));
    const writing = await beginReports(session, FACTS, shown, form, stage, earlier);
    const writeStates = () => writeReports(session, STATES, shown, form, stage, earlier);
    // A fact that is known to differ already makes a new version.
    const isNew = earlier !== undefined && writing.written.some(({ file }) => !isSameFile(earlier, file));
    const early = isNew ? await writing.beside(writeStates) : undefined;
    const facts = await writing.finish();
    const digest = factsDigest(facts);
    if (before?.facts_sha256 === digest && !isAdjusted) {
      await discard();
      await noteSame(session, scope, before);
      return await keepVersion(session, request, scope, before, parent);
    }
    const version = Math.max(newest?.version ?? 0, newestFolder(parent)) + 1;
    const states = early ?? (await writeStates());
    const files = [...facts, ...states].map(({ file }) => file);
    await linkUnchanged(files, stage, join(parent, `v${version - 1}`));
    await writeManifest(session, scope, { version, profile, format, files }, stage);
    const files_sha256 = filesDigest(files);
    const added = { version, profile, format, facts_sha256: digest, files_sha256 };
    await atFaultPoint('publish.version', () => addVersion(session, scope, added));
    return {
      date,
      region,
      version,
      state: 'new',
      ...(await comparedWith(session, scope, newest)),
      folder: join(parent, `v${version}`),
      files,
      place: () => place(stage, parent, version),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The version before a new one; nothing for a first version. */
async function comparedWith(
  session: Session,
  { run }: ReportScope,
  before: Version | undefined,
): Promise<Pick<Publication, 'previous'>> {
  if (before === undefined) return {};
  const { version, run_id } = before;
  return { previous: { version, differences: await differencesOf(session, run_id, run) } };
}

function isSameFile({ files }: EarlierFiles, { name, sha256 }: WrittenFile): boolean {
  return files.get(name)?.sha256 === sha256;
}

function isForm(one: Form, other: Form): boolean {
  return one.profile === other.profile && one.format === other.format;
}

/** The newest version already shows the facts: nothing is written, unless its folder, files or `latest` are missing. */
async function keepVersion(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
  newest: Version,
  parent: string,
): Promise<Publication> {
  const { version } = newest;
  const restored = await restoreIfMissing(session, request, scope, newest, parent);
  if (restored !== undefined) return restored;
  return {
    date: scope.date,
    region: scope.region,
    version,
    folder: join(parent, `v${version}`),
    state: 'unchanged',
    files: [],
    place: () => repoint(parent),
    discard: async () => undefined,
  };
}
