import { count, money, text } from '../../../reports/columns.ts';
import { dailySummary } from '../../../reports/daily-summary.ts';
import type { Column, ReportRow, ReportScope } from '../../../reports/report.ts';
import { shownReport, shownReports } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { sumsOf } from '../../export/date-sums.ts';
import { type Form, PROFILES } from '../../export/profile.ts';
import { manifestTotals } from '../../export/publish/manifest-totals.ts';
import { reportRowBlocks } from '../../export/report-rows.ts';
import { type Sheet, workbookOf } from '../../export/workbook/workbook.ts';
import type { Download, DownloadSource, ReaderLimit, WantedVersion } from './download.ts';
import { downloadName } from './download-name.ts';
import { checkNotPurged, madeFromStore, scopesOfVersions } from './from-store.ts';
import { wantedVersion } from './published-version.ts';

export interface WantedWorkbook extends WantedVersion, ReaderLimit {
  readonly profile: Form['profile'];
}

/** Columns of the first sheet: the totals of a manifest. */
const TOTALS: readonly Column[] = [
  text('outcome', 'Outcome of the orders', 'MATCHED'),
  text('currency', 'Currency of the request; of payments, their own', 'BRL'),
  count('orders', 'Number of orders'),
  ...money('requested', 'currency', 'Sum of requested amounts'),
  ...money('paid', 'currency', 'Sum of paid amounts'),
];

/**
 * All reports of a version as one workbook, made from the store: a sheet for each report, named after it, after a sheet
 * `totals` with the totals of the manifest. For a reader who may see only some merchants, every sheet has the rows of
 * those alone, and `totals` those of daily-summary.
 * @throws Fault NOTHING_REPORTED, VERSION_PURGED, STORE_LOCKED
 */
export async function versionWorkbook(source: DownloadSource, wanted: WantedWorkbook): Promise<Download> {
  const { profile, merchants } = wanted;
  const known = await readAtOnce(source.store, async (session) => {
    const version = await wantedVersion(session, wanted);
    await checkNotPurged(session, [version]);
    return version;
  });
  const { region, date, version } = known;
  const fileName = downloadName({ region, of: { date, version }, end: 'xlsx' });
  return madeFromStore(source, fileName, async function* (session) {
    const [scope] = await scopesOfVersions(session, source, [known], { merchants });
    yield* workbookOf(sheetsOf(session, scope!), PROFILES[profile]);
  });
}

function sheetsOf(session: Session, scope: ReportScope): Sheet[] {
  const { zoneOf } = scope;
  const reports = shownReports(scope).map(
    (report): Sheet => ({
      name: report.name,
      columns: report.columns,
      blocks: reportRowBlocks(session, report, scope),
      zoneOf,
    }),
  );
  return [totalsSheet(session, scope), ...reports];
}

function totalsSheet(session: Session, scope: ReportScope): Sheet {
  const { zoneOf } = scope;
  if (scope.merchants !== undefined) {
    const blocks = reportRowBlocks(session, dailySummary, scope);
    return { name: 'totals', columns: shownReport(dailySummary, scope).columns, blocks, zoneOf };
  }
  return { name: 'totals', columns: TOTALS, blocks: totalsRows(session, scope), zoneOf };
}

async function* totalsRows(session: Session, scope: ReportScope): AsyncGenerator<readonly ReportRow[]> {
  const totals = await manifestTotals(session, scope, await sumsOf(session, scope));
  yield totals.map(({ outcome, currency, orders, requested_minor, paid_minor }) => ({
    outcome,
    currency,
    orders,
    requested_minor,
    paid_minor,
  }));
}
