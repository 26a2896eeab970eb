import { sql } from 'kysely';
import { runSqlFile, type SqlParameters } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import { zoneOffsetSeconds } from '../normalise/zone.ts';
import { allRegions, type Settings } from '../settings/schema.ts';

const DAY_SECONDS = 86_400;
/** Long enough that each zone's changes under the current rules are in the range. */
const DAYS = { before: 728, after: 364 };
/** No zone keeps an offset for less. To ask the program for every day takes a tenth of a run without news. */
const STEP_DAYS = 7;

/** Runs files of sql/checks. Each returns no row if the books balance. Throws BOOKS_DO_NOT_TIE. */
export async function checkBooks(
  session: Session,
  files: readonly string[],
  parameters: SqlParameters,
): Promise<void> {
  const mistakes: string[] = [];
  for (const file of files) {
    const { rows } = await runSqlFile<{ what: string; expected: string; actual: string }>(
      session,
      file,
      parameters,
    );
    for (const row of rows) mistakes.push(`${row.what}: ${row.actual}, not ${row.expected}`);
  }
  if (mistakes.length === 0) return;
  throw new Fault('BOOKS_DO_NOT_TIE', { found: mistakes.join('; ') });
}

/**
 * Checks for orders of regions that are no longer in the settings; they would be in no report. Throws SETTINGS_INVALID.
 */
export async function checkRegions(session: Session, settings: Settings): Promise<void> {
  const known = allRegions(settings).map(({ name }) => name);
  const unknown = await sql<{ region: string }>`
    select region from work_orders where region <> all (${known}::text[])
    union
    select region from work_callbacks where region <> all (${known}::text[])
    order by region`.execute(session.db);
  if (unknown.rows.length === 0) return;
  throw new Fault('SETTINGS_INVALID', {
    where: 'regions',
    found: `stored records of ${unknown.rows.map((row) => row.region).join(', ')}, which the settings do not name`,
    expected: 'every region that records were read by',
  });
}

/**
 * Checks that the database and this program have the same time zone rules around the as-of. The program parses times
 * and the database computes dates, so different rules would put orders on the wrong day.
 * @throws Fault TIME_ZONES_DIFFER
 */
export async function checkZones(session: Session, settings: Settings, asOf: Instant): Promise<void> {
  const zones = [...new Set(settings.regions.map((region) => region.zone))];
  const instants: number[] = [];
  for (let day = -DAYS.before; day <= DAYS.after; day += 1) instants.push(asOf.seconds + day * DAY_SECONDS);
  const texts = instants.map((seconds) => formatInstant({ seconds, micros: 0 }));
  for (const zone of zones) {
    const result = await sql<{ offset_seconds: string }>`
      select extract(epoch from (t at time zone ${zone}) - (t at time zone 'UTC'))::bigint as offset_seconds
      from unnest(${texts}::timestamptz[]) with ordinality as u (t, position)
      order by position`.execute(session.db);
    const offsets = result.rows.map((row) => Number(row.offset_seconds));
    for (const index of comparedDays(offsets)) {
      const offset = offsets[index];
      const own = zoneOffsetSeconds(zone, instants[index]!);
      if (offset === own) continue;
      throw new Fault('TIME_ZONES_DIFFER', {
        where: `${zone} at ${texts[index]}`,
        found: `${offset} s from UTC in the database, ${own} s in this program`,
      });
    }
  }
}

/**
 * The days, by their index, on which other rules of a zone show: both sides of each change, and one day of each week.
 * @param offsets those of consecutive days, by the rules that are known
 */
export function comparedDays(offsets: readonly number[]): number[] {
  const isCompared = (offset: number, day: number) =>
    day % STEP_DAYS === 0 || offsets[day - 1] !== offset || offsets[day + 1] !== offset;
  return offsets.flatMap((offset, day) => (isCompared(offset, day) ? [day] : []));
}
