import { join } from 'node:path';
import { SCHEMA } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { type Form, PROFILE_NAMES } from '../../export/profile.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { entriesOf, type RegionFolder } from '../../export/publish/version-folders.ts';
import { type Version, versionsOf } from '../../export/publish/versions.ts';
import {
  formatInstant,
  type Instant,
  instantOfText,
  isoInstant,
  parseWrittenTime,
  secondsBetween,
  toInstant,
} from '../../normalise/instant.ts';
import { FORMATS } from '../../settings/output-formats.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import type { FinalDates } from '../periods/final-dates.ts';
import { runOf } from '../run/report-scope.ts';
import {
  type FileInFolder,
  filesByManifest,
  measureFiles,
  type Unreadable,
} from '../verify/files-by-manifest.ts';
import { fieldsOf, type ManifestFile, readManifest } from '../verify/manifest-file.ts';
import type { Deviation } from '../verify/verified.ts';

/** A version folder that the store does not know, as far as it can be read without the store. */
export interface Candidate {
  readonly version: number;
  readonly folder: string;
  /** The folder, as deviations name it. */
  readonly where: string;
  readonly asOf: Instant;
  readonly form: Form;
  /** Schema number of its manifest and cells, from 1 to {@link SCHEMA}. */
  readonly schema: number;
  readonly manifest: ManifestFile;
  readonly found: ReadonlyMap<string, FileInFolder | Unreadable>;
}

/** A date and region whose folder contains versions that the store does not know. */
export interface VersionsFolder {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly path: string;
  /** In the order of their versions; empty if something deviates. */
  readonly candidates: readonly Candidate[];
  /** Versions that the store does not know. */
  readonly versions: readonly number[];
  /** Deviations that prevent adoption; they are added during the comparison. */
  readonly deviations: Deviation[];
}

interface Limits {
  readonly settings: Settings;
  readonly final: FinalDates;
  /** The current time: nothing was published later. */
  readonly at: Instant;
}

/** The unknown versions in the folder of a date and region; undefined if there are none. */
export async function placeOf(
  session: Session,
  folder: RegionFolder,
  region: string,
  limits: Limits,
): Promise<VersionsFolder | undefined> {
  const { date, path } = folder;
  const known = await versionsOf(session, { date, region });
  const versions = folder.versions.filter((version) => !known.some((one) => one.version === version));
  if (versions.length === 0) return undefined;
  const where = `${date}/${regionFolder(region)}`;
  const place = { date, region, path, versions };
  if (limits.final.isFinal(date, region)) {
    const expected = 'a date that is neither closed nor purged';
    const deviations = [{ where, what: 'the date', expected, actual: 'final' }];
    return { ...place, candidates: [], deviations };
  }
  const deviations: Deviation[] = [];
  const candidates: Candidate[] = [];
  for (const version of versions) {
    const candidate = await readCandidate(path, { date, region, version }, limits, deviations);
    if (candidate !== undefined) candidates.push(candidate);
  }
  if (deviations.length === 0)
    deviations.push(...(await outOfTurn(session, limits.settings, known, candidates)));
  return { ...place, candidates: deviations.length === 0 ? candidates : [], deviations };
}

/** Reads a version's folder and adds deviations from its manifest to the list. */
async function readCandidate(
  path: string,
  { date, region, version }: { readonly date: string; readonly region: string; readonly version: number },
  { settings, at }: Limits,
  deviations: Deviation[],
): Promise<Candidate | undefined> {
  const folder = join(path, `v${version}`);
  const where = `${date}/${regionFolder(region)}/v${version}`;
  const read = await readManifest(folder);
  const deviates = (what: string, expected: string, actual: unknown) => {
    const shown = typeof actual === 'string' ? actual : (JSON.stringify(actual) ?? 'no such field');
    deviations.push({ where: `${where}/${MANIFEST}`, what, expected, actual: shown });
  };
  if (typeof read === 'string') return void deviates('the manifest', 'a manifest', read);
  const entries = await entriesOf(folder);
  const found = await measureFiles(folder, entries);
  deviations.push(...filesByManifest(where, read, entries, found));

  const fields = fieldsOf(read.content);
  const asOf = typeof fields['as_of'] === 'string' ? instantOf(fields['as_of']) : undefined;
  if (asOf === undefined || secondsBetween(at, asOf) > settings.allowedSkewSeconds) {
    return void deviates('as_of', 'a moment that has passed', fields['as_of']);
  }
  const profile = PROFILE_NAMES.find((name) => name === fields['profile']);
  if (profile === undefined) return void deviates('profile', PROFILE_NAMES.join(', '), fields['profile']);
  const format = FORMATS.find((name) => name === fields['format']);
  if (format === undefined) return void deviates('format', FORMATS.join(', '), fields['format']);
  const schema = Number(fields['schema']);
  if (!Number.isInteger(schema) || schema < 1 || schema > SCHEMA) {
    return void deviates('schema', `from 1 to ${SCHEMA}, which this program can write`, fields['schema']);
  }
  return { version, folder, where, asOf, form: { profile, format }, schema, manifest: read, found };
}

function instantOf(text: string): Instant | undefined {
  const written = parseWrittenTime(text);
  if (written?.offsetSeconds === undefined) return undefined;
  return toInstant(written.localSeconds - written.offsetSeconds, written.micros);
}

/** Checks that versions, including those in the store, follow each other in time. */
async function outOfTurn(
  session: Session,
  settings: Settings,
  known: readonly Version[],
  candidates: readonly Candidate[],
): Promise<Deviation[]> {
  const all = candidates.map(({ version, asOf, where }) => ({ version, asOf, where }));
  for (const { version, run_id } of known) {
    const run = await runOf(session, settings, run_id);
    all.push({ version, asOf: instantOfText(run.asOf), where: '' });
  }
  all.sort((one, other) => one.version - other.version);
  return all.flatMap(({ version, asOf, where }, index) => {
    const before = all[index - 1];
    if (before === undefined || secondsBetween(before.asOf, asOf) >= 0) return [];
    const expected = `that of v${before.version}, ${isoInstant(formatInstant(before.asOf))}, or later`;
    const actual = isoInstant(formatInstant(asOf));
    return [
      { where: `${where || before.where}/${MANIFEST}`, what: `as_of of v${version}`, expected, actual },
    ];
  });
}
