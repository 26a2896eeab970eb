import type { Session } from '../../database/store.ts';
import { addDays } from '../../normalise/local-date.ts';

/** Which dates stay as they were reported, whatever becomes known of them. */
export interface FinalDates {
  /** Whether there are any in one of these regions. */
  has(regions: readonly string[]): boolean;
  isFinal(date: string, region: string): boolean;
  /** Whether its versions cannot be made again. */
  isPurged(date: string, region: string): boolean;
  /** The first date from this one on that is not final. */
  firstOpen(date: string, region: string): string;
}

/** The final dates as the store has them now: those that are closed, and those that were purged. */
export async function finalDates(session: Session): Promise<FinalDates> {
  const through = await closedRegions(session);
  const rows = await session.db.selectFrom('purged_dates').select(['date', 'region']).execute();
  const purged = new Set(rows.map(({ date, region }) => `${date} ${region}`));
  const purgedRegions = new Set(rows.map(({ region }) => region));
  const isPurged = (date: string, region: string) => purged.has(`${date} ${region}`);
  const isFinal = (date: string, region: string) =>
    date <= (through.get(region) ?? '') || isPurged(date, region);
  return {
    has: (regions) => regions.some((region) => through.has(region) || purgedRegions.has(region)),
    isFinal,
    isPurged,
    firstOpen: (date, region) => {
      const closed = through.get(region);
      let open = closed === undefined || closed < date ? date : addDays(closed, 1);
      while (isFinal(open, region)) open = addDays(open, 1);
      return open;
    },
  };
}

/** Through which date a region is closed now, `yyyy-MM-dd`; undefined if it is not. Of later dates nothing is final. */
export async function closedThrough(session: Session, region: string): Promise<string | undefined> {
  return (await closedRegions(session)).get(region);
}

/** Through which date each region that has a closing is closed now; the region of orders without one is `''`. */
export async function closedRegions(session: Session): Promise<ReadonlyMap<string, string>> {
  const rows = await session.db
    .selectFrom('closings')
    .select(['region', 'through_date'])
    .where('until_entry', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.region, row.through_date]));
}
