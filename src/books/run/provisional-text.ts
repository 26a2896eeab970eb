import type { UnreadAtRun } from '../../export/coverage.ts';
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
  return [...(isCovered ? [] : [reachReason(summary)]), ...said].join('; ');
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
