import { readCoverage } from '../../coverage/coverage.ts';
import type { Session } from '../../database/store.ts';
import { addDays } from '../../normalise/local-date.ts';
import type { Settings } from '../../settings/schema.ts';
import { type ProvisionalDate, provisionalDates } from '../run/provisional-text.ts';
import { runOf, scopeOf } from '../run/report-scope.ts';
import { newestDates } from '../shown/newest-dates.ts';

/** The dates of a region after one, or from the first reported one on, to another. */
interface Period {
  readonly region: string;
  readonly before: string | null;
  readonly after: string;
}

/** The reported dates of periods of which orders or payments may be missing, by what a run knew. */
export async function provisionalOf(
  session: Session,
  settings: Settings,
  runId: number,
  periods: readonly Period[],
): Promise<ProvisionalDate[]> {
  const dates = [];
  for (const { region, before, after } of periods) {
    const wanted = { regions: [region], from: before === null ? FIRST : addDays(before, 1), to: after };
    dates.push(...(await newestDates(session, settings, wanted)));
  }
  if (dates.length === 0) return [];
  const run = await runOf(session, settings, runId);
  const covered = [];
  for (const { date, region } of dates) {
    const coverage = await readCoverage(session, scopeOf(run, date, region));
    if (coverage !== undefined) covered.push({ date, region, coverage });
  }
  return provisionalDates(covered);
}

/** No date that is reported is earlier. */
const FIRST = '0001-01-01';
