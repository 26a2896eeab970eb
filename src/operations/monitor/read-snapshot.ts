import { runSqlFile, type SqlParameters } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import { localDate } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import type { JobSnapshot, OutcomeSnapshot, RecordsSnapshot, Snapshot } from './monitor-snapshot.ts';
import { newestNights } from './newest-nights.ts';
import { openFindings } from './open-findings.ts';

/**
 * Reads the state of the store with a few queries on totals and small tables; it reads no records or orders. It starts
 * no transaction. On the embedded engine, where everything shares one connection, it must not be called during a run.
 * @param at the current time
 */
export async function readSnapshot(session: Session, settings: Settings, at: Instant): Promise<Snapshot> {
  const read = async <Row>(file: string, parameters: SqlParameters = {}) =>
    (await runSqlFile<Row>(session, `monitor/${file}.sql`, parameters)).rows;
  const jobs = await read<JobSnapshot>('010_jobs', { at: formatInstant(at) });
  const nights = newestNights(
    settings,
    await read('020_nights', { regions: allRegions(settings).map(({ name }) => name) }),
  );
  const newestRecords = await read<Snapshot['newestRecords'][number]>('030_newest_records');
  const outcomes = await read<OutcomeSnapshot>('040_outcomes', {
    regions: nights.map(({ region }) => region),
    dates: nights.map(({ date }) => date),
  });
  const today = todays(settings, at);
  const findings = openFindings(
    settings,
    await read('050_findings', today),
    await read('060_closed_findings', today),
  );
  const [records] = await read<RecordsSnapshot>('070_records');
  return {
    at: at.seconds + at.micros / 1_000_000,
    jobs,
    nights: named(nights),
    outcomes: named(outcomes),
    findings: named(findings),
    newestRecords: named(newestRecords),
    gaps: named(await read('120_gaps', { regions: settings.regions.map(({ name }) => name) })),
    queries: await read('080_queries'),
    records: records!,
    messages: await read('090_messages'),
    alarms: await read('100_alarms'),
    deliveries: await read('110_deliveries'),
  };
}

/** Today's date in each region's zone, and in UTC for regions that are no longer in the settings. */
function todays(settings: Settings, at: Instant): SqlParameters {
  const regions = allRegions(settings);
  return {
    regions: regions.map(({ name }) => name),
    todays: regions.map(({ zone }) => localDate(at, zone)),
    today: localDate(at, 'UTC'),
  };
}

function named<Row extends { readonly region: string }>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, region: regionFolder(row.region) }));
}
