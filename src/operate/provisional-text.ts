import { regionFolder } from '../export/publish.ts';
import { isoSeconds } from '../normalise/instant.ts';
import type { RegionSummary } from './summary.ts';
import { counted } from './text.ts';

const MOST_LINES = 8;

/**
 * Which dates are not covered yet and why, a line each, for a person; empty if all are. A region that nothing is known
 * of at all, as of a merchant who is not there, is not worth a line.
 */
export function provisionalText(summaries: readonly RegionSummary[]): string {
  const lines = summaries
    .filter(({ coverage, outcomes }) => {
      const isKnown =
        outcomes.length > 0 || coverage.payInsUntil !== null || coverage.callbacksUntil !== null;
      return coverage.provisional && isKnown;
    })
    .map((summary) => `Provisional: ${summary.date} ${regionFolder(summary.region)}, ${reasonOf(summary)}`);
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `and ${counted(more, 'more provisional date')}`].join('\n');
}

function reasonOf({ coverage }: RegionSummary): string {
  if (!coverage.isOver) {
    return `the date ends at ${isoSeconds(coverage.dateEnds)} only; orders and payments may be missing`;
  }
  const lacking = [
    ...(coverage.payInsReach ? [] : [{ what: 'orders', text: reachText('pay-ins', coverage.payInsUntil) }]),
    ...(coverage.callbacksReach
      ? []
      : [{ what: 'payments', text: reachText('callbacks', coverage.callbacksUntil) }]),
  ];
  const missing = lacking.map(({ what }) => what).join(' and ');
  return `${lacking.map(({ text }) => text).join(', ')}; ${missing} may be missing`;
}

function reachText(kind: string, until: string | null): string {
  return until === null ? `no ${kind} were read` : `${kind} reach to ${isoSeconds(until)} only`;
}
