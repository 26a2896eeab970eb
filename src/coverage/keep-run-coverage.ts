import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, instantOfText, toInstant } from '../normalise/instant.ts';
import type { Run } from '../reconcile/run.ts';
import { regionZones } from '../settings/region-zones.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { sha256Of } from '../sha256.ts';
import { declaredStretches } from './declare-nothing-logged.ts';
import { type CoveredKind, findGaps, firstToJudge, type Gap, type RegionRecords } from './find-gaps.ts';
import {
  type ExpectedFiles,
  emptyStretches,
  expectedFiles,
  missingFiles,
  sourceNames,
} from './missing-files.ts';
import {
  newestWithdrawal,
  type Reading,
  readingsOf,
  sourcesReadLater,
  type Unread,
} from './readings-of-run.ts';
import type { Stretch } from './stretch.ts';
import { SLOT_SECONDS, type SlotCount, Tally } from './tally-records.ts';

const DAY_SECONDS = 86_400;
/** What is usual is read from the four weeks before, and from the two days before them. */
const HISTORY_SECONDS = 31 * DAY_SECONDS;
/** As much earlier than asked, gaps can be looked for in what was read. */
const SPARE_SECONDS = DAY_SECONDS / 2;
/** What a column of the type integer can hold. */
const MOST_EXPECTED = 2_147_483_647;
/** Raised when the same records have other gaps: the next run looks at all of them again. */
const GAP_RULES = 6;

/** Stores the coverage of each region that a run knows, and its gaps. Within the run's transaction. */
export async function keepRunCoverage(session: Session, settings: Settings, run: Run): Promise<void> {
  await runSqlFile(session, 'coverage/010_run_coverage.sql', {
    run: run.runId,
    last_source: run.lastSourceId,
    regions: settings.regions.map(({ name }) => name),
    quiet_seconds: settings.coverage.quietSeconds,
  });
  await keepGaps(session, settings, run);
}

/**
 * Looks for the gaps of every region and keeps with the run those that it finds. It looks again only where the run knows
 * more than the one before it, or fewer statements, or where other files are missing, and everywhere if settings, declarations
 * or which files are empty have changed since.
 */
async function keepGaps(session: Session, settings: Settings, run: Run): Promise<void> {
  const declared = await nothingLogged(session, run);
  const last = await lastLook(session, run);
  const unread = await sourcesReadLater(session, run, last?.as_of ?? run.asOf);
  const files = await filesOfRegions(session, settings, run, unread.now);
  const rules = rulesOf(settings, {
    declared,
    withdrawal: await newestWithdrawal(session),
    readings: await readingsOf(session, run),
    empty: [...files].flatMap(([region, { empty }]) => (empty.size === 0 ? [] : [[region, [...empty]]])),
  });
  await session.db.updateTable('runs').set({ gap_rules: rules }).where('run_id', '=', run.runId).execute();
  const isOther = last?.gap_rules !== rules;
  const isKnown = !isOther && last.last_source_id === run.lastSourceId && unread.changed.length === 0;
  if (isKnown && files.size === 0) return;
  const news = isOther ? new Map() : await newRecords(session, settings, run, last.last_source_id, unread);
  for (const region of settings.regions) {
    const from = isOther ? Number.NEGATIVE_INFINITY : (news.get(region.name) ?? Number.POSITIVE_INFINITY);
    const own = files.get(region.name);
    if (from === Number.POSITIVE_INFINITY && own === undefined) continue;
    const declaredOf = (kind: CoveredKind) =>
      declared.filter((one) => one.region === region.name && one.kind === kind);
    const empty = (kind: CoveredKind) => [...declaredOf(kind), ...(own?.empty.get(kind) ?? [])];
    const records = own?.records ?? (await recordsFrom(session, run, region, from, unread.now));
    const missing = missingFiles(records, own?.expected ?? [], momentOf(run), declaredOf, empty);
    const changed = own === undefined ? from : Math.min(from, await firstOtherFile(session, region, missing));
    const begins = firstToJudge(records, changed);
    const silent = findGaps(records, begins, empty, settings.coverage.gapOneIn);
    const unexplained = silent.filter((gap) => !missing.some((one) => isExplainedBy(gap, one)));
    await keep(session, run, region, begins, [...unexplained, ...missing]);
  }
}

/** What is known of the files that a region expects, and all of its records. */
interface FilesOfRegion {
  readonly records: RegionRecords;
  readonly expected: readonly ExpectedFiles[];
  readonly empty: ReadonlyMap<CoveredKind, readonly Stretch[]>;
}

/** By the name of the region; empty if the settings expect no files. */
async function filesOfRegions(
  session: Session,
  settings: Settings,
  run: Run,
  unread: readonly number[],
): Promise<ReadonlyMap<string, FilesOfRegion>> {
  const found = new Map<string, FilesOfRegion>();
  if (settings.ingest.expect.length === 0) return found;
  const files = await sourceNames(session, run);
  for (const region of settings.regions) {
    const records = await recordsOf(session, run, region, Number.NEGATIVE_INFINITY, unread);
    const expected = await expectedFiles(session, { settings, region, records, files });
    found.set(region.name, { records, expected, empty: emptyStretches(records, expected) });
  }
  return found;
}

interface NothingLogged extends Stretch {
  readonly region: string;
  readonly kind: string;
}

async function nothingLogged(session: Session, run: Run): Promise<NothingLogged[]> {
  const rows = await declaredStretches(session, run.lastEntry);
  return rows.map(({ region, kind, from_at, to_at }) => ({
    region,
    kind,
    from: secondsOf(from_at),
    to: secondsOf(to_at),
  }));
}

/** Everything but records and settings on which gaps depend. */
interface GapRules {
  readonly declared: readonly NothingLogged[];
  readonly withdrawal: string | null;
  readonly readings: readonly Reading[];
  /** Stretches of files that came and have no records, by region and kind. */
  readonly empty: readonly unknown[];
}

function rulesOf(settings: Settings, { declared, withdrawal, readings, empty }: GapRules): string {
  const zones = settings.regions.map(({ name, zone }) => [name, zone]);
  const parts = [
    GAP_RULES,
    settings.coverage.gapOneIn,
    settings.ingest.expect,
    zones,
    declared,
    readings,
    withdrawal,
    empty,
  ];
  return sha256Of(JSON.stringify(parts));
}

async function lastLook(session: Session, run: Run) {
  return session.db
    .selectFrom('runs')
    .select(['last_source_id', 'gap_rules', 'as_of'])
    .where('run_id', '<', run.runId)
    .where('gap_rules', 'is not', null)
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** From when on there is something to look for, by region; epoch seconds. */
async function newRecords(
  session: Session,
  settings: Settings,
  run: Run,
  knownSource: number,
  { now, changed }: Unread,
): Promise<Map<string, number>> {
  const known = { known_source: knownSource, last_source: run.lastSourceId, unread: now, changed };
  const { rows } = await runSqlFile<{ region: string; from_at: string }>(
    session,
    'coverage/060_new_counts.sql',
    { ...known, ...regionZones(settings) },
  );
  return new Map(rows.map(({ region, from_at }) => [region, secondsOf(from_at)]));
}

/** The as-of of a run, or the moment at which it began if the as-of is still to come; epoch seconds. */
function momentOf(run: Run): number {
  return Math.min(secondsOf(run.asOf), secondsOf(run.startedAt));
}

/** The records with which gaps are looked for where they changed at a moment, and what is usual there. */
async function recordsFrom(
  session: Session,
  run: Run,
  region: RegionSettings,
  changed: number,
  unread: readonly number[],
): Promise<RegionRecords> {
  for (let from = changed; ; ) {
    const records = await recordsOf(session, run, region, from, unread);
    const begins = firstToJudge(records, changed);
    if (!(begins < from - SPARE_SECONDS)) return records;
    from = begins;
  }
}

/** @param from from when on gaps are looked for; what is usual then is read too */
async function recordsOf(
  session: Session,
  run: Run,
  { name, zone }: RegionSettings,
  from: number,
  unread: readonly number[],
): Promise<RegionRecords> {
  const known = { region: name, zone, last_source: run.lastSourceId, unread };
  const { rows } = await runSqlFile<SlotCount & { kind: string }>(session, 'coverage/050_record_counts.sql', {
    ...known,
    from_at: instantText(from - HISTORY_SECONDS),
  });
  const path = 'coverage/055_first_records.sql';
  const first = await runSqlFile<{ kind: string; first: number }>(session, path, known);
  const begins = new Map(first.rows.map((row) => [row.kind, row.first]));
  const tally = (kind: CoveredKind) =>
    new Tally(
      rows.filter((row) => row.kind === kind),
      begins.get(kind),
    );
  const tallies = { 'pay-in': tally('pay-in'), callback: tally('callback'), statement: tally('statement') };
  return { zone, tallies };
}

/** When the first stretch begins whose files are missing either now or by the run before, not both; epoch seconds. */
async function firstOtherFile(
  session: Session,
  region: RegionSettings,
  missing: readonly Gap[],
): Promise<number> {
  const rows = await session.db
    .selectFrom('coverage_gaps')
    .select(['kind', 'from_at', 'to_at'])
    .where('region', '=', region.name)
    .where('file', '<>', '')
    .where('until_run', 'is', null)
    .execute();
  const before = rows.map((row) => ({
    kind: row.kind,
    from: secondsOf(row.from_at),
    to: secondsOf(row.to_at),
  }));
  const keyOf = ({ kind, from, to }: Stretch & { readonly kind: string }) => `${kind} ${from} ${to}`;
  const [was, is] = [new Set(before.map(keyOf)), new Set(missing.map(keyOf))];
  const others = [...before, ...missing].filter((one) => was.has(keyOf(one)) !== is.has(keyOf(one)));
  return Math.min(...others.map((one) => one.from));
}

/** Whether a missing file explains a silence: all but the edges of it. */
function isExplainedBy(silent: Gap, file: Gap): boolean {
  return (
    silent.kind === file.kind && file.from - SLOT_SECONDS < silent.from && silent.to < file.to + SLOT_SECONDS
  );
}

async function keep(
  session: Session,
  run: Run,
  region: RegionSettings,
  from: number,
  gaps: readonly Gap[],
): Promise<void> {
  await runSqlFile(session, 'coverage/070_keep_gaps.sql', {
    run: run.runId,
    region: region.name,
    looked_from: instantText(from),
    kinds: gaps.map(({ kind }) => kind),
    from_times: gaps.map((gap) => instantText(gap.from)),
    to_times: gaps.map((gap) => instantText(gap.to)),
    expected: gaps.map(({ expected }) => Math.min(expected, MOST_EXPECTED)),
    names: gaps.map(({ file }) => file),
    files: gaps.map(({ files }) => files),
  });
}

function secondsOf(instant: string): number {
  return instantOfText(instant).seconds;
}

function instantText(seconds: number): string {
  const instant = toInstant(seconds, 0);
  if (instant !== undefined) return formatInstant(instant);
  return seconds < 0 ? '-infinity' : 'infinity';
}
