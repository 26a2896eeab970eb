import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import {
  addSeconds,
  formatInstant,
  type Instant,
  instantOfText,
  secondsBetween,
} from '../../normalise/instant.ts';
import { SLOT_SECONDS } from './stretches.ts';

/** The time until which the records of a region can be judged. */
export interface Reach {
  /** The time until which callbacks are judged, in whole slots. Later ones may not have been ingested yet. */
  readonly until: Instant;
  /** The newest slot before that time for which pay-ins are usually ingested. */
  readonly payInsFrom: number;
}

interface Row {
  readonly region: string;
  readonly kind: 'pay-in' | 'callback';
  readonly newest_at: string;
  readonly usual_seconds: number;
}

/**
 * Reads the time until which each region with records can be judged. This is its newest callback. If that is older than
 * the newest one usually is when sources are read again, it is the time at which a callback should have arrived. Slots
 * that are not over then are not judged.
 * @param lastSource the newest source that the counts include: what is read meanwhile would be missing in them
 */
export async function readUntil(
  session: Session,
  at: Instant,
  lastSource: number,
): Promise<Map<string, Reach>> {
  const { rows } = await runSqlFile<Row>(session, 'watch/010_reaches.sql', {
    at: formatInstant(at),
    last_source: lastSource,
  });
  const regions = Map.groupBy(rows, ({ region }) => region);
  return new Map([...regions].map(([region, kinds]) => [region, reachOf(kinds, at)]));
}

function reachOf(kinds: readonly Row[], at: Instant): Reach {
  const due = (kind: Row['kind']) => {
    const row = kinds.find((one) => one.kind === kind);
    const expected = addSeconds(at, -(row?.usual_seconds ?? 0));
    const newest = row === undefined ? expected : instantOfText(row.newest_at);
    return secondsBetween(expected, newest) > 0 ? newest : expected;
  };
  const until = wholeSlots(due('callback'));
  const payInsUntil = due('pay-in');
  const behind = Math.max(0, secondsBetween(payInsUntil, until));
  return { until, payInsFrom: Math.ceil(behind / SLOT_SECONDS) };
}

function wholeSlots({ seconds }: Instant): Instant {
  return { seconds: Math.floor(seconds / SLOT_SECONDS) * SLOT_SECONDS, micros: 0 };
}
