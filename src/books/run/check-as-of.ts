import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { formatInstant, type Instant, isoInstant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { AskedDates } from './given-dates.ts';

/** Checks that an as-of is not before that of a date's newest version. Throws AS_OF_TOO_EARLY. */
export async function checkAsOf(
  session: Session,
  { dates, isAsked, asOf }: AskedDates & { readonly asOf: Instant },
  regions?: readonly string[],
): Promise<void> {
  const rows = await session.db
    .selectFrom('versions')
    .innerJoin('runs', 'runs.run_id', 'versions.run_id')
    .select(['versions.date', 'versions.region', 'versions.version', 'runs.as_of'])
    .where('versions.date', 'in', [...dates])
    .$if(regions !== undefined, (query) => query.where('versions.region', 'in', [...regions!]))
    .where(sql<boolean>`runs.as_of > ${formatInstant(asOf)}::timestamptz`)
    .orderBy('runs.as_of', 'desc')
    .execute();
  const newer = rows.find(({ date, region }) => isAsked?.(date, region) ?? true);
  if (newer === undefined) return;
  throw new Fault('AS_OF_TOO_EARLY', {
    where: `${newer.date} ${regionFolder(newer.region)} v${newer.version}`,
    found: `as of ${isoInstant(formatInstant(asOf))}`,
    expected: `${isoInstant(newer.as_of)} or later`,
  });
}
