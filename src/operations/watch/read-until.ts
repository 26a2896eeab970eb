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

/** How far the records of a region reach. */
export interface Reach {
  /** Until when what came of orders can be told. What is newer may not have been read yet. */
  readonly until: Instant;
  /** The newest slot before that of which pay-ins are read as a rule. */
  readonly payInsFrom: number;
}

interface Row {
  readonly region: string;
  readonly kind: 'pay-in' | 'callback';
  readonly newest_at: string;
  readonly usual_seconds: number;
}

/**
 * How far each region of which anything was read reaches at a moment: to its newest callback; where that is older than
 * the newest usually is when the sources are read again, to when a callback should have been there.
 */
export async function readCoverage(session: Session, at: Instant): Promise<Map<string, Reach>> {
  const { rows } = await runSqlFile<Row>(session, 'watch/010_reaches.sql', { at: formatInstant(at) });
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
  const until = due('callback');
  const payInsUntil = due('pay-in');
  const behind = Math.max(0, secondsBetween(payInsUntil, until));
  return { until, payInsFrom: Math.ceil(behind / SLOT_SECONDS) };
}
