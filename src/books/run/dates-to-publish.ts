import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import type { Run } from '../../reconcile/run.ts';
import { OTHER_REGION } from '../../settings/schema.ts';
import type { FinalDates } from '../periods/final-dates.ts';
import { formerRegions } from './chosen-regions.ts';
import { type AskedDates, regionsAsked } from './given-dates.ts';

/** A date and the regions of it that a run publishes or finds unchanged. */
export interface DateToPublish {
  readonly date: string;
  /** `''` for orders without one. */
  readonly regions: readonly string[];
  /** Whether the run was requested for this date. Otherwise the date was published earlier and has changed since. */
  readonly requested: boolean;
}

interface Wanted extends AskedDates {
  /** Regions in the run. */
  readonly regions: readonly string[];
  /** Whether these are all regions in the settings. */
  readonly everywhere: boolean;
  /** A final date is published unchanged, and only on request or where its newest version was never moved into place. */
  readonly final: FinalDates;
}

/**
 * The dates that a run has to publish, in order. These are the requested dates, plus earlier published dates that are
 * out of date: a fact changed since their newest version, or that version was never moved into place. The list is
 * derived from the store, so it includes what an interrupted run left undone. Versions with a later as-of than the
 * run's are not out of date. A run with an earlier as-of than another run publishes only the requested dates.
 */
export async function datesToPublish(session: Session, run: Run, wanted: Wanted): Promise<DateToPublish[]> {
  const { dates, regions, everywhere, final } = wanted;
  const former = everywhere ? await formerRegions(session, dates, regions) : [];
  const requested = dates.map((date) => ({
    date,
    regions: regionsAsked(wanted, date, [...regions, ...former]),
    requested: true,
  }));
  const isRequested = (date: string, region: string) =>
    requested.some((one) => one.date === date && one.regions.includes(region));
  const isToPublish = ({ date, region, placed }: OutOfDate) =>
    !final.isFinal(date, region) || (!placed && !final.isPurged(date, region));
  const others = (await outOfDate(session, run, regions)).filter(
    (one) => !isRequested(one.date, one.region) && isToPublish(one),
  );
  const restated = [...new Set(others.map(({ date }) => date))].map((date) => ({
    date,
    regions: regions.filter((region) => others.some((one) => one.date === date && one.region === region)),
    requested: false,
  }));
  return [...requested, ...restated].sort((one, other) => (one.date < other.date ? -1 : 1));
}

interface OutOfDate {
  readonly date: string;
  readonly region: string;
  /** Whether the newest version, if any, was moved into place. */
  readonly placed: boolean;
}

/**
 * Dates and regions whose newest version is out of date. Orders without a region have a folder only if there are any.
 * If only other regions of a date were published, these orders are published with the first of them.
 */
async function outOfDate(session: Session, run: Run, regions: readonly string[]): Promise<OutOfDate[]> {
  const { rows } = await sql<OutOfDate>`
    with newest as (
      select distinct on (date, region) date, region, run_id, coalesce(checked_run, run_id) as checked_run, placed
      from versions
      where region = any (${[...regions]}::text[])
      order by date, region, version desc
    ),
    changed as (
      select date, region, max(run_id) as run_id
      from changed_dates
      where region = any (${[...regions]}::text[])
      group by date, region
    ),
    later as (
      select from runs where run_id < ${run.runId} and as_of > ${run.asOf}::timestamptz
    )
    select n.date, n.region, n.placed
    from newest n
    join runs r on r.run_id = n.run_id
    left join changed c on c.date = n.date and c.region = n.region
    where r.as_of <= ${run.asOf}::timestamptz
      and (c.run_id > n.checked_run or not n.placed)
      and not exists (select from later)
    union
    select c.date, c.region, true
    from changed c
    where c.region = ${OTHER_REGION.name}
      and not exists (select from later)
      and exists (select from versions v where v.date = c.date)
      and not exists (select from versions v where v.date = c.date and v.region = c.region)
    order by date, region`.execute(session.db);
  return rows;
}
