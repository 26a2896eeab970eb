import type { Coverage, CoverageGap, UnreadAtRun } from '../../coverage/coverage.ts';
import { moneyText } from '../../money-text.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, plain } from '../../terminal-text.ts';
import type { RegionSummary } from './summary.ts';

const MOST_LINES = 8;

/** What is known of a date and region. */
type CoveredDate = Pick<RegionSummary, 'date' | 'region' | 'coverage'> & {
  readonly outcomes?: readonly unknown[];
};

/** A date whose orders or payments may be missing, and why. */
export interface ProvisionalDate {
  readonly date: string;
  readonly region: string;
  /** In English, as the command line shows it. */
  readonly reason: string;
}

/** The dates that are not fully covered yet. Regions without any data are left out. */
export function provisionalDates(dates: readonly CoveredDate[]): ProvisionalDate[] {
  const isNothingKnown = !dates.some(isKnown);
  return dates
    .filter((one) => {
      const isUnread = isNothingKnown && one.coverage.unread.length > 0;
      return one.coverage.provisional && (isKnown(one) || isUnread);
    })
    .map(({ date, region, coverage }) => ({ date, region, reason: reasonOf(coverage) }));
}

/** One line for each date; empty if there is none. */
export function provisionalText(dates: readonly ProvisionalDate[]): string {
  const lines = dates.map(
    ({ date, region, reason }) => `Provisional: ${date} ${regionFolder(region)}, ${reason}`,
  );
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `and ${counted(more, 'more provisional date')}`].join('\n');
}

function isKnown({ coverage, outcomes = [] }: CoveredDate): boolean {
  return outcomes.length > 0 || coverage.payInsUntil !== null || coverage.callbacksUntil !== null;
}

function reasonOf(coverage: Coverage): string {
  const { unread, isOver, payInsCoverage, callbacksCoverage } = coverage;
  const said = unread.map((one) => `${unreadText(one)}; orders and payments may be missing`);
  const isCovered = isOver && payInsCoverage && callbacksCoverage;
  const gaps = (coverage.gaps ?? []).map(gapText);
  return [...(isCovered ? [] : [reachReason(coverage)]), ...gaps, ...said].join('; ');
}

/** One line about a stretch without the records that were to be expected. */
function gapText({ kind, from, to, expected, file, files, waiting }: CoverageGap): string {
  const stretch = `from ${isoSeconds(from)} to ${isoSeconds(to)}`;
  const usual = `about ${counted(expected, 'record')} expected`;
  const missing =
    file === null ? '' : ` (${plain(file)}${files > 1 ? ` and ${files - 1} more` : ''} did not come)`;
  const orders = waiting.reduce((sum, one) => sum + one.orders, 0);
  const money = waiting.flatMap(({ currency, minor }) =>
    currency === null ? [] : [`${currency} ${moneyText(minor, currency)}`],
  );
  const waits =
    orders === 0
      ? ''
      : `, ${counted(orders, 'order')} waiting${money.length === 0 ? '' : ` (${money.join(', ')})`}`;
  return `no ${kind} ${stretch}${missing}: ${usual}${waits}`;
}

/** One line about what could not be read from a source. */
export function unreadText({ source, code, files, example }: Omit<UnreadAtRun, 'found'>): string {
  const such = example === '' ? '' : ` such as ${plain(example)}`;
  return `${source} was not read whole (${code}: ${counted(files, 'fault')}${such})`;
}

function reachReason(coverage: Coverage): string {
  if (!coverage.isOver) {
    return `the date ends at ${isoSeconds(coverage.dateEnds)} only; orders and payments may be missing`;
  }
  const lacking = [
    ...(coverage.payInsCoverage
      ? []
      : [{ what: 'orders', text: coverageText('pay-ins', coverage.payInsUntil) }]),
    ...(coverage.callbacksCoverage
      ? []
      : [{ what: 'payments', text: coverageText('callbacks', coverage.callbacksUntil) }]),
  ];
  const missing = lacking.map(({ what }) => what).join(' and ');
  return `${lacking.map(({ text }) => text).join(', ')}; ${missing} may be missing`;
}

function coverageText(kind: string, until: string | null): string {
  return until === null ? `no ${kind} were read` : `${kind} are complete only until ${isoSeconds(until)}`;
}
