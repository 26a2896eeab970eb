import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FACTS } from '../../../reports/all.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { DATAPACKAGE } from '../../export/publish/datapackage.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { factsDigest, filesDigest } from '../../export/publish/versions.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { sha256Of } from '../../sha256.ts';
import { finalDates } from '../periods/final-dates.ts';
import { isRunAtWork } from '../verify/at-one-moment.ts';
import { type KnownVersion, knownVersions } from '../verify/known-versions.ts';
import { fieldsOf, type ManifestFile, readManifest } from '../verify/manifest-file.ts';
import type { WantedVersion } from './download.ts';

/** A file of a published version that is checked when it is read. */
export interface PublishedFile {
  /** Its name in the folder of the version. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly path: string;
  /** Its place, as messages name it: relative to the folder of reports. */
  readonly where: string;
  /** What to do if it was changed or removed. */
  readonly remedy: string;
}

/** The file of a report, as the manifest lists it. */
export interface VersionFile extends PublishedFile {
  /** Name of the report. */
  readonly report: string;
  /** Rows without the header. */
  readonly rows: number;
}

/** A version whose manifest lists the files that the store knows. */
export interface VersionFiles {
  readonly known: KnownVersion;
  readonly isPurged: boolean;
  readonly manifest: ManifestFile;
  readonly files: readonly VersionFile[];
  /** Its datapackage.json; undefined if the version has none. */
  readonly datapackage: PublishedFile | undefined;
}

/** Name of a file in a manifest: a report's, never a path. */
const FILE_NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(?:csv|xlsx|parquet)$/;

/**
 * The files of a published version by its manifest, which is checked against the store: its names and digests must be
 * those that the store kept. A version from before the store kept them is checked by the digest of its facts if they are
 * CSVs of the profile standard. The files themselves are not read.
 * @param out folder of reports
 * @throws Fault NOTHING_REPORTED; VERSION_PURGED if the folder of a purged version is missing; STORE_LOCKED if a run may
 * be about to put the version in its place; FILE_CHANGED
 */
export async function publishedVersion(
  session: Session,
  out: string,
  wanted: WantedVersion,
): Promise<VersionFiles> {
  const known = await wantedVersion(session, wanted);
  const where = placeOfVersion(known);
  const folder = join(out, where);
  const isPurged = (await finalDates(session)).isPurged(known.date, known.region);
  const remedy = remedyOf(known, isPurged);
  const changed = (found: string, expected: string, at = `${where}/${MANIFEST}`) =>
    new Fault('FILE_CHANGED', { where: at, found, expected, remedy });
  if (!existsSync(folder)) {
    if (isPurged) throw new Fault('VERSION_PURGED', { where, found: 'no such folder', remedy });
    if (await isRunAtWork(session))
      throw new Fault('STORE_LOCKED', { where, found: 'the version is not in its place yet' });
    throw changed('no such folder', 'the version that the store knows', where);
  }
  const manifest = await readManifest(folder);
  if (typeof manifest === 'string') throw changed(manifest, 'a manifest');
  const { date, region, version } = fieldsOf(manifest.content);
  if (date !== known.date || region !== regionFolder(known.region) || version !== known.version)
    throw changed(`a manifest of ${date}/${region}/v${version}`, `one of ${where}`);
  const placed = (name: string) => ({ name, path: join(folder, name), where: `${where}/${name}`, remedy });
  const files = manifest.files.map(({ name, rows, bytes, sha256 }): VersionFile => {
    const report = FILE_NAME.exec(name)?.[1];
    if (report === undefined || rows === undefined || bytes === undefined || sha256 === undefined)
      throw changed(`an entry for ${JSON.stringify(name)}`, 'name, rows, bytes and sha256 of a report');
    return { ...placed(name), report, rows, bytes, sha256 };
  });
  const { name = DATAPACKAGE, bytes, sha256 } = manifest.datapackage ?? {};
  if (name !== DATAPACKAGE) throw changed(`an entry for ${JSON.stringify(name)}`, DATAPACKAGE);
  const datapackage =
    bytes === undefined || sha256 === undefined ? undefined : { ...placed(name), bytes, sha256 };
  // Of an adopted version, the digest of the whole manifest was kept. That of its files includes datapackage.json if an
  // earlier program adopted it.
  if (known.manifest_sha256 === null) checkDigest(known, files, changed);
  else if (sha256Of(manifest.text) !== known.manifest_sha256)
    throw changed(`SHA-256 ${sha256Of(manifest.text)}`, `SHA-256 ${known.manifest_sha256}`);
  return { known, isPurged, manifest, files, datapackage };
}

/** The version that is asked for, the newest if none is named. Throws NOTHING_REPORTED. */
export async function wantedVersion(
  session: Session,
  { region, date, version }: WantedVersion,
): Promise<KnownVersion> {
  const all = (await knownVersions(session, [date])).filter((one) => one.region === region);
  const known = version === undefined ? all.at(-1) : all.find((one) => one.version === version);
  if (known !== undefined) return known;
  const newest = all.at(-1)?.version;
  throw new Fault('NOTHING_REPORTED', {
    where: `${date} ${regionFolder(region)}${version === undefined ? '' : `, version ${version}`}`,
    ...(newest === undefined ? {} : { expected: `up to version ${newest}` }),
  });
}

/** The folder of a version below the folder of reports: `2026-11-19/BR/v2`. */
export function placeOfVersion({
  date,
  region,
  version,
}: Pick<KnownVersion, 'date' | 'region' | 'version'>): string {
  return `${date}/${regionFolder(region)}/v${version}`;
}

function checkDigest(
  known: KnownVersion,
  files: readonly VersionFile[],
  changed: (found: string, expected: string) => Fault,
): void {
  const compare = (what: string, expected: string, actual: string) => {
    if (actual !== expected) throw changed(`${what} with SHA-256 ${actual}`, `those published, ${expected}`);
  };
  if (known.files_sha256 !== null) compare('files', known.files_sha256, filesDigest(files));
  if (known.files_sha256 !== null || known.profile !== 'standard' || known.format !== 'csv') return;
  const facts = FACTS.flatMap(({ name }) => {
    const file = files.find(({ report }) => report === name);
    return file === undefined ? [] : [{ report: name, file, contentSha256: file.sha256 }];
  });
  compare('facts', known.facts_sha256, factsDigest(facts));
}

/** What to do if a file of the version was changed or removed. */
function remedyOf({ date, adopted_entry }: KnownVersion, isPurged: boolean): string {
  if (isPurged)
    return 'The data of the date was purged, so that the version cannot be written again: restore its folder from a backup.';
  const verify = `payin-recon verify --date ${date} says what differs.`;
  if (adopted_entry !== null)
    return `${verify} The version was adopted from another store: restore its folder from a backup or from there.`;
  return (
    `${verify} Restore the folder of the version from a backup, or move it aside if it is there and run payin-recon ` +
    `reconcile --date ${date}, which writes it again as it was published.`
  );
}
