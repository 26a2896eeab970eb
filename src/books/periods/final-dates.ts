import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { addDays } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';

/** The dates whose reports no longer change, whatever is learned later. */
export interface FinalDates {
  /** Whether any of these regions has a final date. */
  has(regions: readonly string[]): boolean;
  isFinal(date: string, region: string): boolean;
  /** Whether the date was purged, so that its versions cannot be rebuilt. */
  isPurged(date: string, region: string): boolean;
  /** The entry of the audit trail by which the date was purged; undefined if it was not. */
  purgedEntry(date: string, region: string): number | undefined;
  /** The first date from this one on that is not final. */
  firstOpen(date: string, region: string): string;
}

/** The final dates in the store now: closed dates and purged dates. */
export async function finalDates(session: Session): Promise<FinalDates> {
  const through = await closedRegions(session);
  const rows = await session.db.selectFrom('purged_dates').select(['date', 'region', 'entry']).execute();
  const purged = new Map(rows.map(({ date, region, entry }) => [`${date} ${region}`, Number(entry)]));
  const purgedRegions = new Set(rows.map(({ region }) => region));
  const isPurged = (date: string, region: string) => purged.has(`${date} ${region}`);
  const isFinal = (date: string, region: string) =>
    date <= (through.get(region) ?? '') || isPurged(date, region);
  return {
    has: (regions) => regions.some((region) => through.has(region) || purgedRegions.has(region)),
    isFinal,
    isPurged,
    purgedEntry: (date, region) => purged.get(`${date} ${region}`),
    firstOpen: (date, region) => {
      const closed = through.get(region);
      let open = closed === undefined || closed < date ? date : addDays(closed, 1);
      while (isFinal(open, region)) open = addDays(open, 1);
      return open;
    },
  };
}

/** What is left in the store of a purged date would be understated sums. Throws VERSION_PURGED. */
export function refusePurged(final: FinalDates, date: string, region: string): void {
  if (final.isPurged(date, region))
    throw new Fault('VERSION_PURGED', { where: `${date} ${regionFolder(region)}` });
}

/**
 * Refuses to judge while a region with a closed period is missing from the settings. Its orders would count again under
 * another name, on dates without a closing, and nothing would adjust what was booked.
 * @throws Fault SETTINGS_INVALID
 */
export async function refuseMissingClosed(session: Session, settings: Settings): Promise<void> {
  const names = allRegions(settings).map(({ name }) => name);
  const missing = [...(await closedRegions(session))]
    .filter(([region]) => !names.includes(region))
    .map(([region, through]) => `${region} (closed through ${through})`)
    .sort();
  if (missing.length === 0) return;
  throw new Fault('SETTINGS_INVALID', {
    where: 'regions',
    found: names.filter((name) => name !== '').join(', '),
    expected: `also ${missing.join(', ')}`,
    remedy:
      'Name the region in the settings again. If another region has its orders now, give it currencies: [], methods: [] ' +
      'and exclusive: false: what leaves its closed dates is then in its adjustments.csv.',
  });
}

/**
 * The last closed date of a region, `yyyy-MM-dd`; undefined if the region has no closing. Later dates are not final.
 */
export async function closedThrough(session: Session, region: string): Promise<string | undefined> {
  return (await closedRegions(session)).get(region);
}

/** The last closed date of each region that has a closing. Orders without a region are under `''`. */
async function closedRegions(session: Session): Promise<ReadonlyMap<string, string>> {
  const rows = await session.db
    .selectFrom('closings')
    .select(['region', 'through_date'])
    .where('until_entry', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.region, row.through_date]));
}

/**
 * Records that dates which stay final have to be reported again: those that payments left for dates that are reopened, or
 * reached from them.
 * @param reopened the last final date of a region before and after; null if none stays final
 */
export async function noteReopened(
  session: Session,
  reopened: { readonly region: string; readonly before: string | null; readonly after: string | null },
): Promise<void> {
  const { region, before, after } = reopened;
  if (after === null) return;
  const { rows } = await runSqlFile<{ date: string; run_id: number }>(
    session,
    'close/020_moved_reopened.sql',
    { region, after, through: before },
  );
  for (const { date, run_id } of rows) {
    await session.db
      .updateTable('reported_dates')
      .set({ run_id: run_id - 1 })
      .where('date', '=', date)
      .where('region', '=', region)
      .where('run_id', '>=', run_id)
      // A purged date stays as it was reported.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('purged_dates').select('date').where('date', '=', date).where('region', '=', region),
          ),
        ),
      )
      .execute();
  }
}

/** Records the run that a final date was last reported from. */
export async function noteReported(
  session: Session,
  reported: { readonly date: string; readonly region: string; readonly run_id: number },
): Promise<void> {
  await session.db
    .insertInto('reported_dates')
    .values(reported)
    .onConflict((conflict) =>
      conflict.columns(['date', 'region']).doUpdateSet((e) => ({ run_id: e.ref('excluded.run_id') })),
    )
    .execute();
}
