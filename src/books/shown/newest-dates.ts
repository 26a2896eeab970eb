import { sql } from 'kysely';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import type { Settings } from '../../settings/schema.ts';
import { runsOf, scopeOf } from '../run/report-scope.ts';

/** The newest version of a date and region. */
export interface NewestDate {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Name of the region, `''` for orders without one. */
  readonly region: string;
  readonly version: number;
  /** What the version shows. */
  readonly scope: ReportScope;
  /** The same date at the newest run that is known to show the same facts. */
  readonly checked: ReportScope;
}

/** The newest versions of some regions' dates, from one date to another. */
export async function newestDates(
  session: Session,
  settings: Settings,
  wanted: {
    readonly regions: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly merchants?: readonly string[] | undefined;
  },
): Promise<NewestDate[]> {
  const { rows } = await sql<{
    date: string;
    region: string;
    version: number;
    schema: number;
    run_id: number;
    checked_run: number;
  }>`
    select distinct on (date, region) date, region, version, schema, run_id, coalesce(checked_run, run_id) as checked_run
    from versions
    where date between ${wanted.from}::date and ${wanted.to}::date and region = any (${[...wanted.regions]}::text[])
    order by date, region, version desc`.execute(session.db);
  const runs = await runsOf(session, settings, [
    ...new Set(rows.flatMap(({ run_id, checked_run }) => [run_id, checked_run])),
  ]);
  return rows.map(({ date, region, version, schema, run_id, checked_run }) => {
    const at = (run: number) => ({ ...scopeOf(runs.get(run)!, date, region, wanted.merchants), schema });
    return { date, region, version, scope: at(run_id), checked: at(checked_run) };
  });
}

/** Dates and regions with the runs that show them, as rows `d` of a query. */
export function datesAsRows(dates: readonly NewestDate[]) {
  return runsAsRows(dates.map(({ date, region, scope: { run } }) => ({ date, region, run })));
}

/** Dates with a run of each, as rows of a statement with the alias `d`. */
export function runsAsRows(dates: ReadonlyArray<{ date: string; region: string; run: number }>) {
  return sql<{ date: string; region: string; run: number }>`unnest(
    ${dates.map(({ date }) => date)}::date[], ${dates.map(({ region }) => region)}::text[],
    ${dates.map(({ run }) => run)}::integer[]) as d (date, region, run)`;
}

/** Whether a row of results with the alias `o` is valid at the run of its date. */
export const heldThen = sql<boolean>`o.from_run <= d.run and (o.until_run is null or o.until_run > d.run)`;
