import type { Report } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import type { Form } from '../../export/profile.ts';
import { fastReportBlocks } from '../../export/publish/write-report.ts';
import { addDays } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { datesBetween } from '../run/given-dates.ts';
import { type KnownVersion, knownVersions } from '../verify/known-versions.ts';
import {
  type Download,
  type DownloadSource,
  mediaTypeOf,
  type ReaderLimit,
  type WantedVersion,
} from './download.ts';
import { downloadName } from './download-name.ts';
import { checkNotPurged, madeFromStore, overVersions, scopesOfVersions } from './from-store.ts';
import { checkPublished, publishedBytes } from './published-bytes.ts';
import { publishedVersion, type VersionFile, wantedVersion } from './published-version.ts';

/** The most dates of one download. */
export const MOST_DATES = 366;

/** A report of a version, and its form. */
export interface WantedReport extends WantedVersion, ReaderLimit {
  readonly report: Report;
  readonly form: Form;
}

/** A report over the newest versions of dates. */
export interface WantedRange extends ReaderLimit {
  readonly report: Report;
  readonly form: Form;
  /** Business dates, `yyyy-MM-dd`, both included. */
  readonly from: string;
  readonly to: string;
  /** Names of regions, `''` for orders without one. */
  readonly regions: readonly string[];
}

/**
 * A report of a version: its published file, byte by byte, if the version was published in that form; otherwise made from
 * the store, and so for a reader who may see only some merchants.
 * @throws Fault NOTHING_REPORTED, VERSION_PURGED, FILE_CHANGED, STORE_LOCKED
 */
export async function reportDownload(source: DownloadSource, wanted: WantedReport): Promise<Download> {
  const { store, settings } = source;
  const { report, form, merchants } = wanted;
  const { known, file } = await readAtOnce(store, async (session) => {
    const version = await wantedVersion(session, wanted);
    if (merchants === undefined && isForm(version, form)) {
      const published = await publishedVersion(session, settings.out, version);
      return { known: version, file: fileOf(published.files, report, version) };
    }
    await checkNotPurged(session, [version]);
    return { known: version, file: undefined };
  });
  if (file !== undefined) return publishedDownload(source, known, file);
  const { date, region, version } = known;
  const fileName = downloadName({ report: report.name, region, of: { date, version }, end: form.format });
  return madeFromStore(source, fileName, async function* (session) {
    const scopes = await scopesOfVersions(session, source, [known], { merchants });
    yield* fastReportBlocks(session, report, scopes, form);
  });
}

/**
 * A report over dates and regions as one file, from the newest version of each, with the date as its last column. Dates
 * without a version have no rows in it.
 * @throws Fault ARGUMENT_INVALID, NOTHING_REPORTED if no date has a version, VERSION_PURGED, STORE_LOCKED
 */
export async function rangeDownload(source: DownloadSource, wanted: WantedRange): Promise<Download> {
  const { report, form, from, to, regions, merchants } = wanted;
  const versions = await readAtOnce(source.store, (session) => newestOfRange(session, wanted));
  const fileName = downloadName({
    report: report.name,
    region: regions.length === 1 ? regions[0] : undefined,
    of: { from, to },
    end: form.format,
  });
  return madeFromStore(source, fileName, async function* (session) {
    const scopes = await scopesOfVersions(session, source, versions, { merchants });
    const dated = overVersions(report, scopes);
    yield* fastReportBlocks(session, dated.report, dated.scopes, form);
  });
}

/** The newest version of each date and region of a range. Throws ARGUMENT_INVALID, NOTHING_REPORTED, VERSION_PURGED. */
export async function newestOfRange(
  session: Session,
  { from, to, regions }: Pick<WantedRange, 'from' | 'to' | 'regions'>,
): Promise<KnownVersion[]> {
  const dates = datesBetween(from, to, MOST_DATES + 1);
  if (dates.length === 0 || dates.length > MOST_DATES) {
    throw new Fault('ARGUMENT_INVALID', {
      where: 'from, to',
      found: `${from} to ${to}`,
      expected: `a first and a last date, at most ${MOST_DATES} dates`,
      remedy: `Name a last date from ${from} to ${addDays(from, MOST_DATES - 1)}.`,
    });
  }
  const byPlace = new Map<string, KnownVersion>();
  for (const known of await knownVersions(session, dates))
    if (regions.includes(known.region)) byPlace.set(`${known.date} ${known.region}`, known);
  const newest = [...byPlace.values()];
  if (newest.length === 0)
    throw new Fault('NOTHING_REPORTED', {
      where: `${from} to ${to}, ${regions.map(regionFolder).join(', ')}`,
    });
  await checkNotPurged(session, newest);
  return newest;
}

/** A published file as it is on disk. Throws FILE_CHANGED if it is not there with its size. */
export async function publishedDownload(
  { verified }: Pick<DownloadSource, 'verified'>,
  { region, date, version, format }: Pick<KnownVersion, 'region' | 'date' | 'version' | 'format'>,
  file: VersionFile,
): Promise<Download> {
  await checkPublished(file);
  const fileName = downloadName({ report: file.report, region, of: { date, version }, end: format });
  return {
    fileName,
    mediaType: mediaTypeOf(fileName),
    ...{ bytes: file.bytes, sha256: file.sha256 },
    stream: (signal) => publishedBytes(file, verified, signal),
  };
}

function fileOf(files: readonly VersionFile[], { name }: Report, known: KnownVersion): VersionFile {
  const file = files.find(({ report }) => report === name);
  if (file !== undefined) return file;
  throw new Fault('NOTHING_REPORTED', {
    where: `${known.date} ${regionFolder(known.region)} v${known.version}`,
    found: `no report ${name}: the program that published the version did not have it`,
    expected: files.map(({ report }) => report).join(', '),
    remedy: 'Name another report, or another form, which is made from the store.',
  });
}

function isForm({ profile, format }: Form, form: Form): boolean {
  return profile === form.profile && format === form.format;
}
