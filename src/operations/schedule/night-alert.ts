import type { Alert, NightFacts } from '../../alerts/alert.ts';
import type { ReconcileResult } from '../../books/run/reconcile-dates.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { NightNews } from './night-news.ts';

/**
 * An alert for each region and date that a nightly run reconciled.
 * @param news what is new since the last message
 * @param run names the run: what it gives with the same name is sent once
 */
export function nightAlerts(result: ReconcileResult, news: NightNews, run: string): Alert[] {
  return result.summaries.map((summary): Alert => {
    const { date, region, coverage } = summary;
    const name = regionFolder(region);
    // The newest comes after versions that were placed again.
    const isOwn = (one: { readonly date: string; readonly region: string }) =>
      one.date === date && one.region === region;
    const own = result.publications.findLast(isOwn);
    const facts: NightFacts = {
      topic: 'night',
      date,
      region: name,
      asOf: result.asOf,
      version: own?.version ?? null,
      isNew: news.versions.some(isOwn),
      isProvisional: coverage.provisional,
      completeUntil: coverage.provisional ? earliest(coverage.payInsUntil, coverage.callbacksUntil) : null,
      gaps: coverage.gaps ?? [],
      isReached:
        coverage.isOver &&
        coverage.payInsCoverage &&
        coverage.callbacksCoverage &&
        coverage.unread.length === 0,
      outcomes: summary.outcomes,
      findings: summary.findings,
      paid: summary.paid.map(({ paymentMethod, currency, orders, paidMinor, refundedMinor, unreadable }) => ({
        paymentMethod,
        currency,
        orders,
        paidMinor,
        refundedMinor,
        unreadable,
      })),
      stuckBefore: summary.stuckBefore,
      expired: news.expired
        .filter((one) => one.region === region)
        .map(({ currency, orders, requestedMinor }) => ({ currency, orders, requestedMinor })),
      restated: news.versions
        .filter((one) => !isOwn(one))
        .map((one) => ({ ...one, region: regionFolder(one.region) })),
    };
    return { key: nightKey(region, date, run), severity: 'low', facts };
  });
}

/**
 * The key of the message about a night.
 * @param region its name in the stored records
 */
export function nightKey(region: string, date: string, run: string): string {
  return `night/${regionFolder(region)}/${date}/${run}`;
}

/** The time until which both kinds of record are present; null if one kind is missing. */
function earliest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  return a < b ? a : b;
}
