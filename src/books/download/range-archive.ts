import { shownReports } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { reportBlocks } from '../../export/publish/write-report.ts';
import { type ZipEntry, zip } from '../../export/workbook/zip.ts';
import type { KnownVersion } from '../verify/known-versions.ts';
import type { Download, DownloadSource } from './download.ts';
import { downloadName } from './download-name.ts';
import { madeFromStore, overVersions, scopesOfVersions } from './from-store.ts';
import { newestOfRange, type WantedRange } from './report-download.ts';

/**
 * All reports over dates and regions as one ZIP with a file for each report, from the newest version of each date, with
 * the date as the last column.
 * @throws Fault ARGUMENT_INVALID, NOTHING_REPORTED if no date has a version, VERSION_PURGED, STORE_LOCKED
 */
export async function rangeArchive(
  source: DownloadSource,
  wanted: Omit<WantedRange, 'report'>,
): Promise<Download> {
  const { from, to, regions } = wanted;
  const versions = await readAtOnce(source.store, (session) => newestOfRange(session, wanted));
  const region = regions.length === 1 ? regions[0] : undefined;
  const fileName = downloadName({ region, of: { from, to }, end: 'zip' });
  return madeFromStore(source, fileName, (session) => zip(entriesOf(session, source, versions, wanted)));
}

async function* entriesOf(
  session: Session,
  source: DownloadSource,
  versions: readonly KnownVersion[],
  { merchants, form }: Omit<WantedRange, 'report'>,
): AsyncGenerator<ZipEntry> {
  const scopes = await scopesOfVersions(session, source, versions, { merchants });
  const ofStatements = scopes.some((scope) => scope.ofStatements);
  for (const report of shownReports({ ofStatements })) {
    const dated = overVersions(report, scopes);
    const blocks = reportBlocks(session, dated.report, dated.scopes, form);
    yield { name: `${report.name}.${form.format}`, blocks };
  }
}
