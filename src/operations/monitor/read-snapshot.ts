import { targetsOf } from '../../alerts/targets.ts';
import { runSqlFile, type SqlParameters } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { endOfDate, localDate } from '../../normalise/local-date.ts';
import { FINDING_KINDS } from '../../reconcile/rules/all.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import {
  AGES,
  type FindingSnapshot,
  type JobSnapshot,
  type NightSnapshot,
  type OutcomeSnapshot,
  type RecordsSnapshot,
  type Snapshot,
} from './monitor-snapshot.ts';

/** Reads the rows of a file of sql/monitor. */
type Read = <Row>(file: string, parameters?: SqlParameters) => Promise<readonly Row[]>;

/**
 * Reads the state of the store with a few queries on totals and small tables; it reads no records or orders. It starts
 * no transaction. On the embedded engine, where everything shares one connection, it must not be called during a run.
 * @param at the current time
 */
export async function readSnapshot(session: Session, settings: Settings, at: Instant): Promise<Snapshot> {
  const read: Read = async <Row>(file: string, parameters: SqlParameters = {}) =>
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
  const findings = await readFindings(settings, at, read);
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
    messages: await read('090_messages', { channels: targetsOf(settings).map(({ name }) => name) }),
    alarms: await read('100_alarms'),
    deliveries: await read('110_deliveries', { deliveries: settings.deliveries.map(({ name }) => name) }),
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

/** A reconciled date. `as_of` has PostgreSQL's text format in UTC. */
interface ReconciledDate {
  readonly region: string;
  readonly date: string;
  readonly version: number;
  readonly as_of: string;
}

/**
 * The newest date of each region that was over when it was last reconciled. A date that is reconciled before it ends
 * does not count, because it would hide a missing nightly run.
 * @param dates of each region, the newest first
 */
function newestNights(settings: Settings, dates: readonly ReconciledDate[]): NightSnapshot[] {
  return allRegions(settings).flatMap(({ name, zone }) => {
    const nights = dates
      .filter(({ region }) => region === name)
      .map(({ region, date, version, as_of }) => ({
        region,
        date,
        ended_at: endOfDate(date, zone).seconds,
        version,
        as_of: secondsOf(as_of),
      }));
    return nights.filter(({ ended_at, as_of }) => as_of >= ended_at).slice(0, 1);
  });
}

function secondsOf(utcText: string): number {
  const { seconds, micros } = instantOfText(utcText);
  return seconds + micros / 1_000_000;
}

/** A date whose findings count. `run_id` is the run of its sums, null if something of the date changed after it. */
interface DateOfFindings {
  readonly date: string;
  readonly region: string;
  readonly age: FindingSnapshot['age'];
  readonly run_id: number | null;
}

/**
 * The open findings of all dates. Findings of dates that changed after their sums are counted: these are mostly closed
 * dates, which get no new version and so no new sums.
 */
async function readFindings(settings: Settings, at: Instant, read: Read): Promise<FindingSnapshot[]> {
  const dates = await read<DateOfFindings>('050_dates_of_findings', todays(settings, at));
  const summed = dates.filter(({ run_id }) => run_id !== null);
  const changed = dates.filter(({ run_id }) => run_id === null);
  const found = [
    ...(await read<CodeCount>('052_summed_findings', {
      ...columnsOf(summed),
      runs: summed.map(({ run_id }) => run_id),
    })),
    ...(changed.length === 0 ? [] : await read<CodeCount>('054_counted_findings', columnsOf(changed))),
  ];
  return openFindings(settings, found, await read<CodeCount>('060_closed_findings', columnsOf(dates)));
}

function columnsOf(dates: readonly DateOfFindings[]): SqlParameters {
  return {
    dates: dates.map(({ date }) => date),
    regions: dates.map(({ region }) => region),
    ages: dates.map(({ age }) => age),
  };
}

/** Number of findings of a region by code and age. The region is `''` for orders without one. */
interface CodeCount {
  readonly region: string;
  readonly code: string;
  readonly age: FindingSnapshot['age'];
  readonly orders: number;
}

/**
 * Counts the findings that are still open: those found minus those closed. Every severity and age of each region has a
 * row, also with 0, so that a graph shows the fall. A count is never negative, even if a run ends between the queries.
 */
function openFindings(
  settings: Settings,
  found: readonly CodeCount[],
  closed: readonly CodeCount[],
): FindingSnapshot[] {
  const regions = new Set([
    ...allRegions(settings).map(({ name }) => name),
    ...found.map(({ region }) => region),
  ]);
  return [...regions].flatMap((region) =>
    SEVERITIES.flatMap((severity) =>
      AGES.map((age) => {
        const codes = FINDING_KINDS.filter((kind) => kind.severity === severity).map(({ code }) => code);
        const counts = codes.map((code) => {
          const group = { region, code, age };
          return Math.max(0, sum(found, group) - sum(closed, group));
        });
        return { region, severity, age, orders: counts.reduce((total, count) => total + count, 0) };
      }),
    ),
  );
}

function sum(counts: readonly CodeCount[], group: Omit<CodeCount, 'orders'>): number {
  return counts
    .filter(({ region, code, age }) => region === group.region && code === group.code && age === group.age)
    .reduce((total, { orders }) => total + orders, 0);
}
