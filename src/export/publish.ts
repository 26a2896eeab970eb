import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { link, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../reports/all.ts';
import type { ReportScope } from '../../reports/report.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import type { ZoneOf } from './cell.ts';
import { makeStage, sweepStages, syncFolder, writeFault, writeManifest, writeReports } from './stage.ts';
import type { WrittenFile } from './write-report.ts';

const FACTS = REPORTS.filter((report) => report.fact);
const STATES = REPORTS.filter((report) => !report.fact);

/** Folder name of a region: `other` for orders without one. */
export function regionFolder(region: string): string {
  return region === '' ? 'other' : region;
}

/** A version that is written and waits to be put in its place, once the run is kept. */
export interface Publication {
  readonly date: string;
  readonly region: string;
  /** Null for a preview. */
  readonly version: number | null;
  /** new: facts changed · unchanged: the newest version says the same · restored: it was missing in the folder */
  readonly state: 'new' | 'unchanged' | 'restored' | 'preview';
  /** Where it is, once in its place. */
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  /** Puts it in its place. Called after the run was committed. */
  place(): Promise<void>;
  /** Removes what was prepared, if the run is not kept. */
  discard(): Promise<void>;
}

export interface PublishRequest {
  /** Folder of all reports. */
  readonly out: string;
  readonly zoneOf: ZoneOf;
  /** The scope of an earlier run, to write a version again that is missing in the folder. */
  readonly scopeOfRun: (run: number) => Promise<ReportScope>;
}

/**
 * Prepares the version of a date and region from the run's results: written aside, durable, not yet in its place.
 * A new version is made only where the bytes of a fact differ from the newest version's.
 * @throws Fault FOLDER_NOT_WRITABLE
 */
export async function prepareVersion(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication> {
  const { date, region } = scope;
  const parent = join(request.out, date, regionFolder(region));
  const newest = await newestVersion(session, scope);
  const stage = await makeStage(parent, 'new-');
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const facts = await writeReports(session, FACTS, scope, request.zoneOf, stage);
    const digest = factsDigest(facts);
    if (newest?.facts_sha256 === digest) {
      await discard();
      return keepVersion(session, request, scope, newest, parent);
    }
    const version = Math.max(newest?.version ?? 0, newestFolder(parent)) + 1;
    const files = [...facts, ...(await writeReports(session, STATES, scope, request.zoneOf, stage))];
    await linkUnchanged(files, stage, join(parent, `v${version - 1}`));
    await writeManifest(session, scope, version, files, stage);
    await session.db
      .insertInto('versions')
      .values({ date, region, version, run_id: scope.run, facts_sha256: digest })
      .execute();
    const folder = join(parent, `v${version}`);
    return {
      date,
      region,
      version,
      state: 'new',
      folder,
      files,
      place: () => place(stage, parent, version),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Writes what a run shows into `<out>/<date>/<region>`, which is no version and is replaced next time. */
export async function preparePreview(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication> {
  const { date, region } = scope;
  const parent = join(request.out, date);
  const folder = join(parent, regionFolder(region));
  refuseVersions(folder);
  const stage = await makeStage(parent, `${regionFolder(region)}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const files = await writeReports(session, REPORTS, scope, request.zoneOf, stage);
    await writeManifest(session, scope, null, files, stage);
    const replace = async () => {
      await rm(folder, { recursive: true, force: true });
      await rename(stage, folder);
    };
    return { date, region, version: null, state: 'preview', folder, files, place: replace, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A preview replaces the one before it, and nothing else: a folder that holds versions is none. */
function refuseVersions(folder: string): void {
  if (!existsSync(folder)) return;
  const version = readdirSync(folder).find((name) => name === 'latest' || /^v\d+$/.test(name));
  if (version === undefined) return;
  throw new Fault('FOLDER_NOT_WRITABLE', {
    where: folder,
    found: `published versions (${version})`,
    remedy: 'Name a folder for previews that is not the folder of reports.',
  });
}

interface Version {
  readonly version: number;
  readonly run_id: number;
  readonly facts_sha256: string;
}

/** The newest version that the store knows of a date and region. */
export async function newestVersion(session: Session, scope: DateAndRegion): Promise<Version | undefined> {
  return versionsOf(session, scope).limit(1).executeTakeFirst();
}

type DateAndRegion = Pick<ReportScope, 'date' | 'region'>;

/** Every version of a date and region, the newest first. */
function versionsOf(session: Session, { date, region }: DateAndRegion) {
  return session.db
    .selectFrom('versions')
    .select(['version', 'run_id', 'facts_sha256'])
    .where('date', '=', date)
    .where('region', '=', region)
    .orderBy('version', 'desc');
}

/** The facts are those of the newest version: nothing to do, unless its folder or `latest` is not there. */
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
  const repoint = async () => {
    if (!(await isLatest(parent))) await pointLatest(parent, newestFolder(parent));
  };
  const discard = async () => undefined;
  return {
    date: scope.date,
    region: scope.region,
    version,
    folder,
    state: 'unchanged',
    files: [],
    place: repoint,
    discard,
  };
}

/**
 * Prepares again those versions before the newest whose folders are missing: a run that was killed after it was
 * kept leaves them out. Comes first for a date and region: it removes what such a run left half written.
 */
export async function prepareMissing(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication[]> {
  const parent = join(request.out, scope.date, regionFolder(scope.region));
  if (!existsSync(parent)) return [];
  try {
    await sweepStages(parent);
  } catch (error) {
    throw writeFault(error, parent);
  }
  const versions = await versionsOf(session, scope).execute();
  const missing = versions.slice(1).filter(({ version }) => !existsSync(join(parent, `v${version}`)));
  const publications: Publication[] = [];
  for (const version of missing.reverse()) {
    publications.push(await restoreVersion(session, request, scope, version, parent));
  }
  return publications;
}

/** Writes a version from the store as it was published. */
async function restoreVersion(
  session: Session,
  request: PublishRequest,
  { date, region }: ReportScope,
  { version, run_id }: Version,
  parent: string,
): Promise<Publication> {
  const then = await request.scopeOfRun(run_id);
  const stage = await makeStage(parent, `v${version}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const files = await writeReports(session, REPORTS, then, request.zoneOf, stage);
    await writeManifest(session, then, version, files, stage);
    const folder = join(parent, `v${version}`);
    return {
      date,
      region,
      version,
      folder,
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

/** Moves a staged folder to its place and points `latest` at it. */
async function place(stage: string, parent: string, version: number): Promise<void> {
  try {
    await rename(stage, join(parent, `v${version}`));
    await pointLatest(parent, newestFolder(parent));
    await syncFolder(parent);
  } catch (error) {
    throw writeFault(error, parent);
  }
}

/** Has `latest` lead to a version, in one step. */
async function pointLatest(parent: string, version: number): Promise<void> {
  const pointer = join(parent, `.latest-${version}`);
  await rm(pointer, { force: true });
  await symlink(`v${version}`, pointer);
  await rename(pointer, join(parent, 'latest'));
}

/** Whether `latest` leads to the newest folder; a run that was killed between two renames leaves it behind. */
async function isLatest(parent: string): Promise<boolean> {
  const target = await readlink(join(parent, 'latest')).catch(() => undefined);
  return target === `v${newestFolder(parent)}`;
}

/** Replaces staged files by hard links to files of the version before that have the same bytes. */
async function linkUnchanged(files: readonly WrittenFile[], stage: string, before: string): Promise<void> {
  for (const file of files) {
    const old = join(before, file.name);
    if (!existsSync(old) || (await digestOf(old)) !== file.sha256) continue;
    const own = join(stage, file.name);
    const linked = `${own}.link`;
    try {
      await link(old, linked);
      await rename(linked, own);
    } catch {
      // A file system without links keeps the copy, which has the same bytes.
      await rm(linked, { force: true });
    }
  }
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk);
  return digest.digest('hex');
}

function factsDigest(files: readonly WrittenFile[]): string {
  return createHash('sha256')
    .update(files.map((file) => `${file.name} ${file.sha256}\n`).join(''))
    .digest('hex');
}

/** The highest version of which there is a folder; one that another store published is not overwritten either. */
function newestFolder(parent: string): number {
  if (!existsSync(parent)) return 0;
  const versions = readdirSync(parent).map((name) => Number(/^v(\d+)$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...versions);
}
