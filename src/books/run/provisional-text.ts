import type { CoverageGap, UnreadAtRun } from '../../coverage/coverage.ts';
import { moneyText } from '../../money-text.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, plain } from '../../terminal-text.ts';
import type { RegionSummary } from './summary.ts';

const MOST_LINES = 8;

/**
 * Dates that are not fully covered yet, with the reason, one line each; empty if all are covered. Regions without any
 * data are left out.
 */
export function provisionalText(summaries: readonly RegionSummary[]): string {
  const isNothingKnown = !summaries.some(isKnown);
  const lines = summaries
    .filter((summary) => {
      const isUnread = isNothingKnown && summary.coverage.unread.length > 0;
      return summary.coverage.provisional && (isKnown(summary) || isUnread);
    })
    .map((summary) => `Provisional: ${summary.date} ${regionFolder(summary.region)}, ${reasonOf(summary)}`);
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `and ${counted(more, 'more provisional date')}`].join('\n');
}

function isKnown({ coverage, outcomes }: RegionSummary): boolean {
  return outcomes.length > 0 || coverage.payInsUntil !== null || coverage.callbacksUntil !== null;
}

function reasonOf(summary: RegionSummary): string {
  const { unread, isOver, payInsCoverage, callbacksCoverage } = summary.coverage;
  const said = unread.map((one) => `${unreadText(one)}; orders and payments may be missing`);
  const isCovered = isOver && payInsCoverage && callbacksCoverage;
  const gaps = (summary.coverage.gaps ?? []).map(gapText);
  return [...(isCovered ? [] : [reachReason(summary)]), ...gaps, ...said].join('; ');
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

function reachReason({ coverage }: RegionSummary): string {
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
