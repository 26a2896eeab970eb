import { moneyText } from '../../money-text.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { grouped, textTable } from '../../terminal-text.ts';
import type { ChangedPayments, ReportChanges } from './changes-of-reports.ts';
import type { ReconcileResult } from './reconcile-dates.ts';

const MOST_DATES = 40;

/** Paid dates with their payments and money, before and after. */
export function paymentsTable(payments: readonly ChangedPayments[]): string {
  const header = ['Paid date', 'Region', 'Currency', 'Payments before', 'after', 'Paid before', 'after'];
  const rows = payments
    .slice(0, MOST_DATES)
    .map((change) => [
      change.date,
      regionFolder(change.region),
      change.currency ?? '-',
      grouped(change.beforePayments),
      grouped(change.afterPayments),
      moneyText(change.beforeMinor, change.currency),
      moneyText(change.afterMinor, change.currency),
    ]);
  return `${textTable(header, rows, header.slice(3))}${moreText(payments)}`;
}

function moreText(listed: readonly unknown[]): string {
  return listed.length > MOST_DATES ? `\nand ${listed.length - MOST_DATES} more, see --json` : '';
}

/** The dates that show other orders, each with the new version that it got or would get, or with adjustments if it is closed. */
export function datesTable(
  { dates, restated }: Pick<ReportChanges, 'dates'> & { readonly restated: ReconcileResult | undefined },
  dryRun: boolean,
): string {
  if (dates.length === 0) return 'No date that was reported shows other orders.';
  const newVersion = (date: string, region: string) =>
    restated?.publications.find((one) => one.date === date && one.region === region && one.state === 'new');
  const rows = dates.slice(0, MOST_DATES).map(({ date, region, orders, reported, first, final }) => {
    if (final) {
      const adjusted = dryRun ? 'closed, would get adjustments' : 'closed, changes are adjustments';
      return [date, regionFolder(region), grouped(orders), adjusted];
    }
    if (first) {
      const published = newVersion(date, region)?.version ?? 1;
      const itsFirst = dryRun ? 'new, would get a first version' : `new, now v${published}`;
      return [date, regionFolder(region), grouped(orders), itsFirst];
    }
    const version = newVersion(date, region)?.version;
    const then = version === undefined ? 'reported, as before' : `reported, now v${version}`;
    const would = dryRun ? 'reported, would get a new version' : then;
    return [date, regionFolder(region), grouped(orders), reported ? would : 'not reported yet'];
  });
  return `${textTable(['Date', 'Region', 'Orders', ''], rows, ['Orders'])}${moreText(dates)}`;
}
