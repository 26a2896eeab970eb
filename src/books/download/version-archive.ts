import { shownReports } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { freshSumsOf } from '../../export/date-sums.ts';
import { buildManifest } from '../../export/publish/manifest.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { reportBlocks } from '../../export/publish/write-report.ts';
import { type ZipEntry, zip } from '../../export/workbook/zip.ts';
import { type KnownVersion, scopeOfVersion } from '../verify/known-versions.ts';
import {
  type Download,
  type DownloadSource,
  mediaTypeOf,
  type ReaderLimit,
  type WantedVersion,
} from './download.ts';
import { downloadName } from './download-name.ts';
import { checkNotPurged, madeFromStore, scopesOfVersions } from './from-store.ts';
import { checkPublished, publishedBytes } from './published-bytes.ts';
import {
  type PublishedFile,
  placeOfVersion,
  publishedVersion,
  type VersionFiles,
  wantedVersion,
} from './published-version.ts';

/**
 * All reports of a version as one ZIP: the published files and their manifest, byte by byte. The manifest is one that
 * the store makes again, unless the version was purged. For a reader who may see only some merchants, the reports are
 * made from the store, in the form of the version, with README.txt instead of the manifest, which has totals of all
 * merchants and digests of other files.
 * @throws Fault NOTHING_REPORTED, VERSION_PURGED, FILE_CHANGED, STORE_LOCKED
 */
export async function versionArchive(
  source: DownloadSource,
  { merchants, ...wanted }: WantedVersion & ReaderLimit,
): Promise<Download> {
  if (merchants !== undefined) return limitedArchive(source, wanted, merchants);
  const published = await readAtOnce(source.store, async (session) => {
    const found = await publishedVersion(session, source.settings.out, wanted);
    await checkManifest(session, source, found);
    return found;
  });
  for (const file of publishedFiles(published)) await checkPublished(file);
  const fileName = nameOf(published.known);
  return {
    fileName,
    mediaType: mediaTypeOf(fileName),
    stream: (signal) => zip(publishedEntries(source, published, signal)),
  };
}

/**
 * The manifest of a published version, whose digests of files are those that the store kept; the store must make the same
 * manifest, as for {@link versionArchive}. Throws FILE_CHANGED.
 */
export function manifestOf(source: DownloadSource, published: VersionFiles): Promise<string> {
  return readAtOnce(source.store, async (session) => {
    await checkManifest(session, source, published);
    return published.manifest.text;
  });
}

async function* publishedEntries(
  { verified }: DownloadSource,
  published: VersionFiles,
  signal: AbortSignal | undefined,
): AsyncGenerator<ZipEntry> {
  for (const file of publishedFiles(published))
    yield { name: file.name, blocks: publishedBytes(file, verified, signal) };
  yield { name: MANIFEST, blocks: [published.manifest.text] };
}

/** The files beside the manifest. */
function publishedFiles({ files, datapackage }: VersionFiles): PublishedFile[] {
  return datapackage === undefined ? [...files] : [...files, datapackage];
}

/** The manifest of an adopted version has a digest of its own, and that of a purged one cannot be made again. */
async function checkManifest(
  session: Session,
  { settings }: DownloadSource,
  { known, isPurged, manifest, files }: VersionFiles,
): Promise<void> {
  if (isPurged || known.adopted_entry !== null) return;
  const scope = await scopeOfVersion(session, settings, known);
  const { version, profile, format } = known;
  const written = files.map(({ name, rows, bytes, sha256 }) => ({ name, rows, bytes, sha256 }));
  const made = await buildManifest(
    session,
    scope,
    { version, profile, format, files: written },
    freshSumsOf(scope),
  );
  if (made === manifest.text) return;
  throw new Fault('FILE_CHANGED', {
    where: `${placeOfVersion(known)}/${MANIFEST}`,
    found: 'other content',
    expected: 'the manifest that the store makes',
    remedy: files[0]?.remedy ?? `payin-recon verify --date ${known.date} says what differs.`,
  });
}

async function limitedArchive(
  source: DownloadSource,
  wanted: WantedVersion,
  merchants: readonly string[],
): Promise<Download> {
  const known = await readAtOnce(source.store, async (session) => {
    const version = await wantedVersion(session, wanted);
    await checkNotPurged(session, [version]);
    return version;
  });
  return madeFromStore(source, nameOf(known), (session) =>
    zip(limitedEntries(session, source, known, merchants)),
  );
}

async function* limitedEntries(
  session: Session,
  source: DownloadSource,
  known: KnownVersion,
  merchants: readonly string[],
): AsyncGenerator<ZipEntry> {
  const scopes = await scopesOfVersions(session, source, [known], { merchants });
  for (const report of shownReports(scopes[0]!))
    yield { name: `${report.name}.${known.format}`, blocks: reportBlocks(session, report, scopes, known) };
  const text =
    `Reports of ${placeOfVersion(known)}, with the rows of these merchants only: ${merchants.join(', ')}.\n` +
    'They were made from the store, and are not the published files.\n';
  yield { name: 'README.txt', blocks: [text] };
}

function nameOf({ region, date, version }: KnownVersion): string {
  return downloadName({ region, of: { date, version }, end: 'zip' });
}
