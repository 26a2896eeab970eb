import type { Session } from '../database/store.ts';

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
