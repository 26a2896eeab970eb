import { regionFolder } from '../../export/publish.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { ReconcileResult } from '../run.ts';
import type { Alert, NightFacts } from './alert.ts';

/** What people are told of each region and date that a night reconciled. */
export function nightAlerts(result: ReconcileResult, dueAt: Instant): Alert[] {
  return result.summaries.map((summary): Alert => {
    const { date, region, coverage } = summary;
    const name = regionFolder(region);
    const own = result.publications.find((one) => one.date === date && one.region === region);
    const facts: NightFacts = {
      topic: 'night',
      date,
      region: name,
      asOf: result.asOf,
      version: own?.version ?? null,
      isNew: own?.state === 'new',
      isProvisional: coverage.provisional,
      completeUntil: coverage.provisional ? earliest(coverage.payInsUntil, coverage.callbacksUntil) : null,
      outcomes: summary.outcomes,
      findings: summary.findings,
      stuckBefore: summary.stuckBefore,
      restated: result.publications.flatMap((one) =>
        one !== own && one.state === 'new' && one.version !== null
          ? [{ date: one.date, region: regionFolder(one.region), version: one.version }]
          : [],
      ),
    };
    return { key: `night/${name}/${date}/${formatInstant(dueAt)}`, severity: 'low', facts };
  });
}

/** Until when both kinds of record are there; null where one of them is not there at all. */
function earliest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  return a < b ? a : b;
}
