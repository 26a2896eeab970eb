import { sql } from 'kysely';
import type { SqlParameters } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { OTHER_REGION, type Settings } from '../../settings.ts';
import { runOf } from '../scope.ts';

interface Published {
  readonly region: string;
  readonly run_id: number;
  readonly through: string;
  readonly last_source: number;
  readonly seen_until: string;
}

/**
 * Which evidence was judged for certain, as parameters of sql/proofs: of each region, runs that published a date of it
 * looked at every order up to that date, by the sources that they knew and what had been received by their as-of, or by
 * that of any run since. Runs that say no more than a later one are left out, so that there are few.
 */
export async function coverageOf(session: Session, settings: Settings): Promise<SqlParameters> {
  const { rows } = await sql<Published>`
    with seen as (
      select run_id, last_source_id,
             min(as_of) over (order by run_id desc rows unbounded preceding) as seen_until
      from runs
    ),
    published as (
      select region, run_id, max(date) as through
      from versions
      group by region, run_id
    ),
    later as (
      select region, run_id, through,
             max(through) over (
               partition by region order by run_id desc rows between unbounded preceding and 1 preceding
             ) as later_through
      from published
    )
    select l.region, l.run_id, l.through, s.last_source_id as last_source, s.seen_until
    from later l
    join seen s on s.run_id = l.run_id
    where l.later_through is null or l.through > l.later_through
    order by l.region collate "C", l.run_id`.execute(session.db);
  const zones: string[] = [];
  for (const { region, run_id } of rows) {
    zones.push((await runOf(session, settings, run_id)).zones[region] ?? OTHER_REGION.zone);
  }
  return {
    regions: rows.map(({ region }) => region),
    zones,
    dates: rows.map(({ through }) => through),
    sources: rows.map(({ last_source }) => last_source),
    instants: rows.map(({ seen_until }) => seen_until),
  };
}
