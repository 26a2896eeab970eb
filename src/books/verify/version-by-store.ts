import { join } from 'node:path';
import { FACTS, REPORTS } from '../../../reports/all.ts';
import type { Report, ReportScope } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { freshSumsOf } from '../../export/date-sums.ts';
import { type Form, PROFILES } from '../../export/profile.ts';
import { buildManifest } from '../../export/publish/manifest.ts';
import { MANIFEST, type WrittenReport } from '../../export/publish/version-files.ts';
import { factsDigest } from '../../export/publish/versions.ts';
import { measureReport, reportBlocks } from '../../export/publish/write-report.ts';
import { sha256Of } from '../../sha256.ts';
import { firstDifference } from './compare-bytes.ts';
import { compareFields } from './compare-fields.ts';
import type { FileInFolder, Unreadable } from './files-by-manifest.ts';
import type { KnownVersion } from './known-versions.ts';
import type { ManifestFile } from './manifest-file.ts';
import { placeInCsv } from './place-in-csv.ts';
import type { Deviation } from './verified.ts';

/** The most differing fields to list for one manifest; the rest are only counted. */
const MOST_FIELDS = 12;

/** A version folder with the files that were read from it. */
export interface PublishedVersion {
  readonly version: KnownVersion;
  readonly scope: ReportScope;
  readonly folder: string;
  /** The folder, as deviations name it. */
  readonly where: string;
  readonly manifest: ManifestFile | undefined;
  readonly found: ReadonlyMap<string, FileInFolder | Unreadable>;
}

/** The result of rebuilding a version from the store. */
export interface ByStore {
  readonly deviations: readonly Deviation[];
  /** Whether the store still produces the facts that were published. */
  readonly makesItsFacts: boolean;
}

/** Rebuilds a version from the store without writing it, and compares its files and manifest with the result. */
export async function versionByStore(session: Session, published: PublishedVersion): Promise<ByStore> {
  const { version, where } = published;
  const { made, facts, ...byReports } = await reportsByStore(session, published, REPORTS);
  const deviations = [...byReports.deviations, ...otherFacts(where, version, facts)];
  const files = made.map(({ file }) => file);
  const makesItsFacts = facts === version.facts_sha256;
  deviations.push(...(await compareManifest(session, published, files, makesItsFacts)));
  return { deviations, makesItsFacts };
}

/**
 * Compares the facts of an adopted version with those that the store produces. Compares its manifest with the digest
 * recorded at adoption; the other files in the folder are checked against the manifest.
 */
export async function adoptedByStore(session: Session, published: PublishedVersion): Promise<ByStore> {
  const { version, where, manifest } = published;
  const { deviations, facts } = await reportsByStore(session, published, FACTS);
  return {
    deviations: [
      ...deviations,
      ...otherFacts(where, version, facts),
      ...(manifest === undefined ? [] : otherManifest(`${where}/${MANIFEST}`, version, manifest)),
    ],
    makesItsFacts: facts === version.facts_sha256,
  };
}

/** The reports of a version, rebuilt from the store. */
interface MadeReports {
  readonly made: readonly WrittenReport[];
  readonly deviations: readonly Deviation[];
  /** Digest of the facts. */
  readonly facts: string;
}

/** Rebuilds the reports of a version from the store without writing them, and compares its files with them. */
export async function reportsByStore(
  session: Session,
  published: Omit<PublishedVersion, 'version'> & { readonly version: Form },
  reports: readonly Report[],
): Promise<MadeReports> {
  const made: WrittenReport[] = [];
  const deviations: Deviation[] = [];
  for (const report of shownReports(published.scope, reports)) {
    const rebuilt = await measureReport(session, report, published.scope, published.version);
    made.push(rebuilt);
    deviations.push(...(await compareFile(session, published, report, rebuilt)));
  }
  return { made, deviations, facts: factsDigest(made) };
}

/** The deviation for a store that now produces other facts than those published. */
function otherFacts(where: string, { facts_sha256 }: KnownVersion, made: string): Deviation[] {
  if (made === facts_sha256) return [];
  const expected = `${facts_sha256}, kept when it was published`;
  return [{ where: 'store', what: `facts of ${where}, SHA-256`, expected, actual: `${made}, made now` }];
}

async function compareFile(
  session: Session,
  { version, scope, folder, where, manifest, found }: Parameters<typeof reportsByStore>[1],
  report: Report,
  { file }: WrittenReport,
): Promise<Deviation[]> {
  const actual = found.get(file.name);
  const place = `${where}/${file.name}`;
  if (actual === undefined || 'trouble' in actual) {
    // A file that the manifest names and that is missing has already been reported.
    if (manifest?.files.some(({ name }) => name === file.name)) return [];
    const trouble = actual?.trouble ?? 'no such file';
    return [{ where: place, what: 'the file', expected: 'the file that the store makes', actual: trouble }];
  }
  if (actual.sha256 === file.sha256) return [];
  const path = join(folder, file.name);
  const difference = await firstDifference(path, reportBlocks(session, report, [scope], version));
  if (difference === undefined) return [];
  if (version.format === 'csv') {
    const { delimiter } = PROFILES[version.profile];
    return [{ where: place, ...(await placeInCsv(path, difference, report.columns, delimiter)) }];
  }
  const { offset } = difference;
  return [
    {
      where: place,
      what: `byte ${offset}`,
      expected: `${file.bytes} bytes, SHA-256 ${file.sha256}`,
      actual: `${actual.bytes} bytes, SHA-256 ${actual.sha256}`,
      byte: offset,
    },
  ];
}

async function compareManifest(
  session: Session,
  { version, scope, where, manifest, found }: PublishedVersion,
  files: readonly WrittenReport['file'][],
  makesItsFacts: boolean,
): Promise<Deviation[]> {
  if (manifest === undefined) return [];
  const published = { ...formOf(version), version: version.version, files };
  const rebuilt = await buildManifest(session, scope, published, freshSumsOf(scope));
  if (rebuilt === manifest.text) return [];
  const place = `${where}/${MANIFEST}`;
  const all = [...compareFields(JSON.parse(rebuilt), manifest.content)];
  const fields = all.filter(({ path }) => makesItsFacts || !isOfFile(path, manifest, found));
  const shown = fields.slice(0, MOST_FIELDS).map(({ path, expected, actual }) => ({
    where: place,
    what: path,
    expected,
    actual,
  }));
  if (fields.length > shown.length) {
    const more = fields.length - shown.length;
    shown.push({
      where: place,
      what: `${more} more fields`,
      expected: 'the values of the store',
      actual: 'other values',
    });
  }
  // The fields are equal but the bytes differ: spaces, field order, a duplicate field.
  if (all.length === 0) shown.push(writtenOtherwise(place, rebuilt, manifest.text));
  return shown;
}

/**
 * Whether a manifest field describes a file that matches the manifest. Such a field needs no deviation of its own: if
 * the store changed, the file's deviation is reported; if the file changed, the manifest was altered to match it.
 */
function isOfFile(path: string, manifest: ManifestFile, found: PublishedVersion['found']): boolean {
  const index = /^files\[(\d+)\]\./.exec(path)?.[1];
  const named = index === undefined ? undefined : manifest.files[Number(index)];
  const file = named === undefined ? undefined : found.get(named.name);
  return file !== undefined && 'sha256' in file && file.sha256 === named?.sha256;
}

function formOf({ profile, format }: KnownVersion) {
  return { profile, format };
}

function writtenOtherwise(where: string, expected: string, actual: string): Deviation {
  const one = Buffer.from(expected);
  const other = Buffer.from(actual);
  let byte = 0;
  while (byte < one.length && one[byte] === other[byte]) byte += 1;
  const line = one.subarray(0, byte).toString('utf8').split('\n').length;
  const lineOf = (text: string) => JSON.stringify(text.split('\n')[line - 1] ?? '');
  const what = `line ${line}, written otherwise (byte ${byte})`;
  return { where, what, expected: lineOf(expected), actual: lineOf(actual), byte, line };
}

function otherManifest(
  where: string,
  { manifest_sha256 }: PublishedVersion['version'],
  { text }: ManifestFile,
): Deviation[] {
  const actual = sha256Of(text);
  if (actual === manifest_sha256) return [];
  return [{ where, what: 'SHA-256', expected: `${manifest_sha256}, kept when it was adopted`, actual }];
}
