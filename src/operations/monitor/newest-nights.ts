import { instantOfText } from '../../normalise/instant.ts';
import { endOfDate } from '../../normalise/local-date.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import type { NightSnapshot } from './monitor-snapshot.ts';

/** A date that was reconciled; as_of as PostgreSQL writes it in UTC. */
export interface ReconciledDate {
  readonly region: string;
  readonly date: string;
  readonly version: number;
  readonly as_of: string;
}

/**
 * The newest date of each region that was over when it was last looked at: one that somebody reconciles while it goes on
 * is no night's work, and must not hide that a night is missing.
 * @param dates the newest of each region first
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
