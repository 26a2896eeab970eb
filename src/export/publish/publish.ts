import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { writeFault } from '../../file-fault.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { type Form, STANDARD } from '../profile.ts';
import { type EarlierFiles, earlierFiles } from './spliced-report.ts';
import {
  beginReports,
  linkUnchanged,
  makeStage,
  newestFolder,
  place,
  repoint,
  sweepStages,
  writeManifest,
  writeReports,
} from './stage.ts';
import type { WrittenFile } from './version-files.ts';
import {
  addVersion,
  factsDigest,
  filesDigest,
  mayDiffer,
  newestVersion,
  noteSame,
  type Version,
  versionsOf,
} from './versions.ts';

const FACTS = REPORTS.filter((report) => report.fact);
const STATES = REPORTS.filter((report) => !report.fact);

/** The region of a folder by its name; `''` for orders without a region. */
export function regionOfFolder(name: string): string {
  return name === 'other' ? '' : name;
}

/** A version that is written, and is put in its place once the store has kept it. */
export interface Publication {
  readonly date: string;
  readonly region: string;
  /** Null for a preview, and for a closed date that never had a version. */
  readonly version: number | null;
  /**
   * new: facts or form changed · unchanged: as the newest version · restored: it was missing in the folder ·
   * closed: the version is final
   */
  readonly state: 'new' | 'unchanged' | 'restored' | 'preview' | 'closed';
  /** Entry of the audit trail by which the data of the date was purged; absent if it was not. */
  readonly purgedEntry?: number;
  /** Its folder, once it is in its place. */
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  /** Puts it in its place. Called after its transaction was committed. */
  place(): Promise<void>;
  /** Removes the prepared files if they are not kept. */
  discard(): Promise<void>;
}

export interface PublishRequest {
  /** Folder of all reports. */
  readonly out: string;
  /** Undefined for the form of the newest version: for a date that was not asked for. */
  readonly form: Form | undefined;
  /** The scope of an earlier run, to write a missing version again. */
  readonly scopeOfRun: (run: number) => Promise<ReportScope>;
}

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

/** Writes those of these versions again that are missing in the folder, the oldest first. Throws VERSION_LOST. */
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
      if (existsSync(join(parent, `v${version.version}`))) continue;
      restored.unshift(await restoreVersion(session, request, scope, version, parent));
    }
    return restored;
  } catch (error) {
    for (const publication of restored) await publication.discard();
    throw error;
  }
}

/**
 * Prepares the version of a date and region from the run's results: written to a stage, durable, not yet in its
 * place. Makes a new version only where a fact differs from the newest version, or the form does.
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
  if (before !== undefined && !(await mayDiffer(session, scope, before))) {
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
    if (before?.facts_sha256 === digest) {
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

function isSameFile({ files }: EarlierFiles, { name, sha256 }: WrittenFile): boolean {
  return files.get(name)?.sha256 === sha256;
}

function isForm(one: Form, other: Form): boolean {
  return one.profile === other.profile && one.format === other.format;
}

/** This store cannot make the states beside the facts of an adopted version again. */
function lostAdopted(where: string, entry: string): Fault {
  return new Fault('VERSION_LOST', {
    where,
    found: `no such folder; another store published it, and it was adopted (entry ${entry} of the audit trail)`,
    remedy: 'Put its folder back from a copy: this store makes its facts again, but not the other files.',
  });
}

/** The newest version already shows the facts: nothing is written, unless its folder or `latest` is missing. */
async function keepVersion(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
  newest: Version,
  parent: string,
): Promise<Publication> {
  const { version } = newest;
  const folder = join(parent, `v${version}`);
  if (!existsSync(folder)) return restoreVersion(session, request, scope, newest, parent);
  return {
    date: scope.date,
    region: scope.region,
    version,
    folder,
    state: 'unchanged',
    files: [],
    place: () => repoint(parent),
    discard: async () => undefined,
  };
}

/** Writes a version again as it was published, in its form and with its zones. Throws VERSION_LOST. */
async function restoreVersion(
  session: Session,
  request: PublishRequest,
  { date, region }: ReportScope,
  known: Version,
  parent: string,
): Promise<Publication> {
  const { version, run_id, schema, profile, format, facts_sha256, files_sha256 } = known;
  if (known.adopted_entry !== null) throw lostAdopted(join(parent, `v${version}`), known.adopted_entry);
  const [earlier] = await versionsOf(session, { date, region }, { before: known, most: 1 });
  const before = earlier && (await request.scopeOfRun(earlier.run_id));
  const then = { ...(await request.scopeOfRun(run_id)), schema, before };
  const stage = await makeStage(parent, `v${version}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const written = await writeReports(session, REPORTS, then, { profile, format }, stage);
    const digest = factsDigest(written.filter(({ report }) => FACTS.some(({ name }) => name === report)));
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
      date,
      region,
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
