import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../reports/all.ts';
import type { ReportScope } from '../../reports/report.ts';
import type { Session } from '../database/store.ts';
import { linkUnchanged, newestFolder, place, repoint } from './place.ts';
import type { Form } from './profile.ts';
import { makeStage, sweepStages, writeFault, writeManifest, writeReports } from './stage.ts';
import { addVersion, factsDigest, mayDiffer, newestVersion, type Version, versionsOf } from './versions.ts';
import type { Writing, WrittenFile } from './write-report.ts';

const FACTS = REPORTS.filter((report) => report.fact);
const STATES = REPORTS.filter((report) => !report.fact);

/** Folder name of a region: `other` for orders without one. */
export function regionFolder(region: string): string {
  return region === '' ? 'other' : region;
}

/** A version that is written and waits to be put in its place, once the store keeps it. */
export interface Publication {
  readonly date: string;
  readonly region: string;
  /** Null for a preview. */
  readonly version: number | null;
  /** new: facts or form changed · unchanged: as the newest version · restored: it was missing in the folder */
  readonly state: 'new' | 'unchanged' | 'restored' | 'preview';
  /** Where it is, once in its place. */
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  /** Puts it in its place. Called after its transaction was committed. */
  place(): Promise<void>;
  /** Removes what was prepared, if it is not kept. */
  discard(): Promise<void>;
}

export interface PublishRequest {
  /** Folder of all reports. */
  readonly out: string;
  readonly writing: Writing;
  /** The scope of an earlier run, to write a version again that is missing in the folder. */
  readonly scopeOfRun: (run: number) => Promise<ReportScope>;
}

/**
 * Prepares the version of a date and region from the run's results: written aside, durable, not yet in its place.
 * A new version is made only where a fact says something else than the newest version's, or the form is another.
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT
 */
export async function prepareVersion(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication> {
  const { date, region } = scope;
  const { profile, format } = request.writing;
  const parent = join(request.out, date, regionFolder(region));
  const newest = await newestVersion(session, scope);
  const before = newest !== undefined && isForm(newest, request.writing) ? newest : undefined;
  if (before !== undefined && !(await mayDiffer(session, scope, before))) {
    return keepVersion(session, request, scope, before, parent);
  }
  const stage = await makeStage(parent, 'new-');
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const facts = await writeReports(session, FACTS, scope, request.writing, stage);
    const digest = factsDigest(facts);
    if (before?.facts_sha256 === digest) {
      await discard();
      return await keepVersion(session, request, scope, before, parent);
    }
    const version = Math.max(newest?.version ?? 0, newestFolder(parent)) + 1;
    const states = await writeReports(session, STATES, scope, request.writing, stage);
    const files = [...facts, ...states].map(({ file }) => file);
    await linkUnchanged(files, stage, join(parent, `v${version - 1}`));
    await writeManifest(session, scope, { version, profile, format, files }, stage);
    await addVersion(session, scope, { version, profile, format, facts_sha256: digest });
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

function isForm(one: Form, other: Form): boolean {
  return one.profile === other.profile && one.format === other.format;
}

/** The newest version says it all: nothing to do, unless its folder or `latest` is not there. */
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
  const versions = await versionsOf(session, scope);
  const missing = versions.slice(1).filter(({ version }) => !existsSync(join(parent, `v${version}`)));
  const publications: Publication[] = [];
  for (const version of missing.reverse()) {
    publications.push(await restoreVersion(session, request, scope, version, parent));
  }
  return publications;
}

/** Writes a version from the store as it was published, in the form that it had. */
async function restoreVersion(
  session: Session,
  request: PublishRequest,
  { date, region }: ReportScope,
  { version, run_id, profile, format }: Version,
  parent: string,
): Promise<Publication> {
  const then = await request.scopeOfRun(run_id);
  const stage = await makeStage(parent, `v${version}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const writing = { ...request.writing, profile, format };
    const written = await writeReports(session, REPORTS, then, writing, stage);
    const files = written.map(({ file }) => file);
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
