import { instantOfText } from '../../normalise/instant.ts';
import { endOfDate } from '../../normalise/local-date.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import type { NightSnapshot } from './monitor-snapshot.ts';

/** A reconciled date. `as_of` has PostgreSQL's text format in UTC. */
export interface ReconciledDate {
  readonly region: string;
  readonly date: string;
  readonly version: number;
  readonly as_of: string;
}

/**
 * The newest date of each region that was over when it was last reconciled. A date that is reconciled before it ends
 * does not count, because it would hide a missing nightly run.
 * @param dates of each region, the newest first
 */
export function newestNights(settings: Settings, dates: readonly ReconciledDate[]): NightSnapshot[] {
  return allRegions(settings).flatMap(({ name, zone }) => {
    const nights = dates
      .filter(({ region }) => region === name)
      .map(({ region, date, version, as_of }) => ({
        region,
        date,
        ended_at: endOfDate(date, zone).seconds,
        version,
        as_of: secondsOf(as_of),
      }));
    return nights.filter(({ ended_at, as_of }) => as_of >= ended_at).slice(0, 1);
  });
}

function secondsOf(utcText: string): number {
  const { seconds, micros } = instantOfText(utcText);
  return seconds + micros / 1_000_000;
}
