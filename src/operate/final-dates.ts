import type { Session } from '../database/store.ts';
import { addDays } from '../normalise/local-date.ts';
import { closedRegions } from './closing.ts';

/** Which dates stay as they were reported, whatever becomes known of them. */
export interface FinalDates {
  /** Whether there are any in one of these regions. */
  has(regions: readonly string[]): boolean;
  isFinal(date: string, region: string): boolean;
  /** The first date from this one on that is not final. */
  firstOpen(date: string, region: string): string;
}

/** The final dates as the store has them now. */
export async function finalDates(session: Session): Promise<FinalDates> {
  const through = await closedRegions(session);
  const isFinal = (date: string, region: string) => date <= (through.get(region) ?? '');
  return {
    has: (regions) => regions.some((region) => through.has(region)),
    isFinal,
    firstOpen: (date, region) => {
      const closed = through.get(region);
      return closed === undefined || closed < date ? date : addDays(closed, 1);
    },
  };
}
