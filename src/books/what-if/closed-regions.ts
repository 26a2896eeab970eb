import type { Session } from '../../database/store.ts';
import type { FinalDates } from '../periods/final-dates.ts';

/** A region in which a date is closed, so that it gets adjustments instead of a version. */
export interface ClosedRegionOfDate {
  /** Name of the region, empty for orders without one. */
  readonly region: string;
  /** Rows of adjustments.csv that would have the date as their business date; those of a payment have that of its order. */
  readonly values: number;
  /** Date whose adjustments.csv would have them; null if there are none. */
  readonly knownDate: string | null;
}

/** The regions in which a date is closed, with the adjustments that a run stored for it. */
export async function closedRegionsOf(
  session: Session,
  final: FinalDates,
  {
    date,
    regions,
    run,
  }: { readonly date: string; readonly regions: readonly string[]; readonly run: number },
): Promise<ClosedRegionOfDate[]> {
  const closed = regions.filter((region) => final.isFinal(date, region));
  if (closed.length === 0) return [];
  const rows = await session.db
    .selectFrom('adjustments')
    .select(({ fn }) => ['region', 'known_date', fn.countAll<string>().as('values')])
    .where('run_id', '=', run)
    .where('business_date', '=', date)
    .where('region', 'in', closed)
    .groupBy(['region', 'known_date'])
    .execute();
  return closed.map((region) => {
    const found = rows.find((row) => row.region === region);
    return { region, values: Number(found?.values ?? 0), knownDate: found?.known_date ?? null };
  });
}
