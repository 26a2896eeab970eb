import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/reconcile.ts';
import { formerRegions } from './regions.ts';

/** A date and the regions of it that a run publishes, or finds to be as they were. */
export interface DateToPublish {
  readonly date: string;
  /** `''` for orders without one. */
  readonly regions: readonly string[];
  /** Whether the run was asked for it; else it was reported earlier and has changed since. */
  readonly requested: boolean;
}

interface Wanted {
  /** Business dates that the run was asked for. */
  readonly dates: readonly string[];
  /** Regions at hand. */
  readonly regions: readonly string[];
  /** Whether these are all regions of the settings. */
  readonly everywhere: boolean;
}

/**
 * The dates that a run has to publish, in order: those it was asked for, and those reported earlier, from no later a
 * moment than the run's, of which a fact has changed since their newest version. Whether by this run or by one that
 * was broken off is all the same: it is asked of the store, not remembered.
 */
export async function datesToPublish(
  session: Session,
  run: Run,
  { dates, regions, everywhere }: Wanted,
): Promise<DateToPublish[]> {
  const former = everywhere ? await formerRegions(session, dates, regions) : [];
  const requested = dates.map((date) => ({ date, regions: [...regions, ...former], requested: true }));
  const changed = (await changedSincePublished(session, run, regions)).filter(
    ({ date }) => !dates.includes(date),
  );
  const restated = [...new Set(changed.map(({ date }) => date))].map((date) => ({
    date,
    regions: regions.filter((region) => changed.some((one) => one.date === date && one.region === region)),
    requested: false,
  }));
  return [...requested, ...restated].sort((one, other) => (one.date < other.date ? -1 : 1));
}

async function changedSincePublished(
  session: Session,
  run: Run,
  regions: readonly string[],
): Promise<Array<{ readonly date: string; readonly region: string }>> {
  const { rows } = await sql<{ date: string; region: string }>`
    with newest as (
      select distinct on (date, region) date, region, run_id, coalesce(checked_run, run_id) as checked_run
      from versions
      where region = any (${[...regions]}::text[])
      order by date, region, version desc
    )
    select distinct n.date, n.region
    from newest n
    join runs r on r.run_id = n.run_id
    join changed_dates c on c.date = n.date and c.region = n.region and c.run_id > n.checked_run
    where r.as_of <= ${run.asOf}::timestamptz
    order by n.date, n.region`.execute(session.db);
  return rows;
}
