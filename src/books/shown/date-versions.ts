import { sql } from 'kysely';
import { RESTATEMENTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import { ofMerchants } from '../../../reports/selection.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import { type Coverage, readCoverage } from '../../coverage/coverage.ts';
import type { Session } from '../../database/store.ts';
import { outcomeTotals, sumsOf } from '../../export/date-sums.ts';
import { differencesOf } from '../../export/publish/versions.ts';
import { reportRowBlocks } from '../../export/report-rows.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { regionOfFolder } from '../../settings/region-folder.ts';
import { finalDates } from '../periods/final-dates.ts';
import { shownTo } from './overview.ts';
import type { ScopedVersion, VersionAt } from './version-scope.ts';

/** A version of a date, and what differs from the one before; instants in ISO 8601, UTC. */
export interface ShownVersion {
  readonly version: number;
  readonly asOf: string;
  /** Start of the run that published it. */
  readonly startedAt: string;
  readonly format: string;
  readonly profile: string;
  /** Whether it was adopted from another store. */
  readonly isAdopted: boolean;
  /** What the run knew of how far the data reaches; null where it stored none. */
  readonly coverage: Coverage | null;
  /** Why it may differ from the version before; null for a first version. */
  readonly reasons: VersionReasons | null;
}

export interface VersionReasons {
  /** Number of the version before. */
  readonly before: number;
  /** Sources read since then; null for a reader of some merchants, because sources hold records of several. */
  readonly sources: { readonly count: number; readonly names: readonly string[] } | null;
  /** Sources withdrawn since then; without names for a reader of some merchants. */
  readonly withdrawn: { readonly count: number; readonly names: readonly string[] };
  /** Whether stored records may have been read again since then, of which the audit trail has no entry. */
  readonly mayBeReadAgain: boolean;
  /** Decisions since then that the version includes, by action. */
  readonly decisions: ReadonlyArray<{ readonly action: string; readonly entries: number }>;
  readonly settingsChanged: boolean;
  readonly programChanged: boolean;
  readonly timeZonesChanged: boolean;
}

export interface DateVersions {
  /** The newest first. */
  readonly versions: readonly ShownVersion[];
  readonly isClosed: boolean;
  readonly isPurged: boolean;
}

/** The most names of sources that are listed. */
const MOST_NAMES = 20;

/**
 * The versions of a date and region.
 * @param scoped all its versions with what they show, the newest first
 */
export async function readDateVersions(
  session: Session,
  at: VersionAt,
  scoped: readonly ScopedVersion[],
): Promise<DateVersions> {
  const final = await finalDates(session);
  const versions: ShownVersion[] = [];
  for (const one of scoped) {
    const { version, scope } = one;
    versions.push({
      version: version.version,
      asOf: isoInstant(scope.asOf),
      startedAt: isoInstant(scope.startedAt),
      format: version.format,
      profile: version.profile,
      isAdopted: version.adopted_entry !== null,
      coverage: shownTo(at.merchants, await readCoverage(session, scope)) ?? null,
      reasons: await reasonsOf(session, one),
    });
  }
  const region = regionOfFolder(at.region);
  return {
    versions,
    isClosed: final.isFinal(at.date, region),
    isPurged: final.isPurged(at.date, region),
  };
}

async function reasonsOf(session: Session, { scope, before }: ScopedVersion): Promise<VersionReasons | null> {
  if (before === undefined) return null;
  const differences = await differencesOf(session, before.scope.run, scope.run);
  return {
    before: before.version.version,
    sources: scope.merchants === undefined ? await sourcesBetween(session, before.scope, scope) : null,
    withdrawn: await withdrawnBetween(session, before.scope, scope),
    mayBeReadAgain: await areReadOtherwise(session, before.scope, scope),
    decisions: await decisionsBetween(session, before.scope, scope),
    settingsChanged: differences.includes('settings'),
    programChanged: differences.includes('program'),
    timeZonesChanged: differences.includes('time_zones'),
  };
}

/**
 * The decisions that a version has and the one before it has not: about the region, and about its orders of dates up to that
 * of the version, as of its run or, where purged, of any date.
 */
async function decisionsBetween(
  session: Session,
  before: ReportScope,
  scope: ReportScope,
): Promise<VersionReasons['decisions']> {
  const { rows } = await sql<{ action: string; entries: string }>`
    with decided as materialized (
      select action, order_no, merchant_id
      from audit_entries
      where entry > ${before.lastEntry}::bigint and entry <= ${scope.lastEntry}::bigint
        and region = ${scope.region}
        and ${ofMerchants(scope)}
    ), dated as materialized (
      select distinct on (order_no, merchant_id) order_no, merchant_id, business_date
      from order_rows
      where order_no in (select order_no from decided) and from_run <= ${scope.run}::integer
      order by order_no, merchant_id, from_run desc
    )
    select d.action, count(*)::text as entries
    from decided d
    left join dated o on o.order_no = d.order_no and o.merchant_id = d.merchant_id
    where o.business_date is null or o.business_date <= ${scope.date}::date
    group by d.action
    order by d.action collate "C"`.execute(session.db);
  return rows.map(({ action, entries }) => ({ action, entries: Number(entries) }));
}

async function sourcesBetween(session: Session, before: ReportScope, scope: ReportScope) {
  const { rows } = await sql<{ count: string; names: string[] | null }>`
    select count(*)::text as count, (array_agg(name order by source_id))[1:${sql.lit(MOST_NAMES)}] as names
    from sources
    where source_id > ${before.lastSource}::integer and source_id <= ${scope.lastSource}::integer`.execute(
    session.db,
  );
  return { count: Number(rows[0]?.count ?? 0), names: rows[0]?.names ?? [] };
}

/**
 * The withdrawals that a version knows and the one before it does not; for a reader of some merchants those of their records.
 * Their entries name no order and no region.
 */
async function withdrawnBetween(
  session: Session,
  before: ReportScope,
  scope: ReportScope,
): Promise<VersionReasons['withdrawn']> {
  const { rows } = await sql<{ entry: string; after: string }>`
    select entry, after
    from audit_entries
    where entry > ${before.lastEntry}::bigint and entry <= ${scope.lastEntry}::bigint and action = 'withdraw'
    order by entry`.execute(session.db);
  const { merchants } = scope;
  if (merchants === undefined) {
    const names = rows.map(({ after }): string => JSON.parse(after).source);
    return { count: rows.length, names: names.slice(0, MOST_NAMES) };
  }
  let count = 0;
  for (const { entry } of rows) if (await hasTakenOut(session, entry, merchants)) count += 1;
  return { count, names: [] };
}

async function hasTakenOut(session: Session, entry: string, merchants: readonly string[]): Promise<boolean> {
  const found = await session.db
    .selectFrom('withdrawn_records')
    .select('entry')
    .where('entry', '=', entry)
    .where(ofMerchants({ merchants }))
    .limit(1)
    .execute();
  return found.length > 0;
}

/**
 * Whether two runs were made from records that were read by other settings or rules. What a run stores of this also depends on
 * what is expected and declared, so that it may differ for another reason.
 */
async function areReadOtherwise(session: Session, one: ReportScope, other: ReportScope): Promise<boolean> {
  const runs = await session.db
    .selectFrom('runs')
    .select('gap_rules')
    .where('run_id', 'in', [one.run, other.run])
    .where('gap_rules', 'is not', null)
    .execute();
  return new Set(runs.map(({ gap_rules: rules }) => rules)).size > 1;
}

/** What a version changed. */
export interface VersionChanges {
  /**
   * Values that differ, by the report that lists them, and counted by column; `order`, `payment`, `payout` and `statement`
   * are whole rows.
   */
  readonly fields: ReadonlyArray<{
    readonly report: string;
    readonly field: string;
    readonly rows: number;
  }>;
  /** Orders and money by outcome and currency before and after, in minor units, where one of them differs. */
  readonly totals: ReadonlyArray<{
    readonly outcome: string;
    readonly currency: string | null;
    readonly before: SideTotal;
    readonly after: SideTotal;
  }>;
}

export interface SideTotal {
  readonly orders: number;
  readonly requestedMinor: string;
  /** What was paid in the orders' own currency. */
  readonly paidMinor: string;
}

const NOTHING: SideTotal = { orders: 0, requestedMinor: '0', paidMinor: '0' };

/** What a version changed; nothing for a first version. Call it within a transaction. */
export async function readChanges(
  session: Session,
  { scope, before }: ScopedVersion,
): Promise<VersionChanges> {
  if (before === undefined) return { fields: [], totals: [] };
  const fields: VersionChanges['fields'][number][] = [];
  for (const report of shownReports(scope, RESTATEMENTS)) {
    const counts = new Map<string, number>();
    for await (const rows of reportRowBlocks(session, report, scope)) {
      for (const { field } of rows) counts.set(String(field), (counts.get(String(field)) ?? 0) + 1);
    }
    for (const [field, rows] of [...counts].sort()) fields.push({ report: report.name, field, rows });
  }
  const one = await totalsOf(session, before.scope);
  const other = await totalsOf(session, scope);
  const keys = [...new Set([...one.keys(), ...other.keys()])].sort();
  const totals = keys.map((key) => {
    const [outcome, currency] = JSON.parse(key);
    return { outcome, currency, before: one.get(key) ?? NOTHING, after: other.get(key) ?? NOTHING };
  });
  return { fields, totals: totals.filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after)) };
}

async function totalsOf(session: Session, scope: ReportScope): Promise<Map<string, SideTotal>> {
  const totals = await outcomeTotals(session, await sumsOf(session, scope));
  return new Map(
    totals.map(({ outcome, currency, ...total }) => [JSON.stringify([outcome, currency]), total]),
  );
}
