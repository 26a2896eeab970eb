import { sql } from 'kysely';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, instantOfText } from '../normalise/instant.ts';
import type { Run } from '../reconcile/run.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { sha256Of } from '../sha256.ts';
import { isDateOnly } from './date-only.ts';
import {
  COVERED_KINDS,
  type CoveredKind,
  findGaps,
  fromFirstOfChain,
  type Gap,
  type RegionRecords,
  type Stretch,
} from './find-gaps.ts';
import { missingFiles, sourceNames } from './missing-files.ts';
import { newestWithdrawal, type Reading, readingsOf, type Unread, unreadSources } from './readings-of-run.ts';
import { SLOT_SECONDS, type SlotCount, Tally } from './tally-records.ts';

const DAY_SECONDS = 86_400;
/** What is usual is read from the four weeks before, and from the hours around them. */
const HISTORY_SECONDS = 30 * DAY_SECONDS;

/**
 * Looks for the gaps of every region and keeps with the run those that it finds. It looks again only where the run knows
 * more than the one before it, or fewer statements, and everywhere if settings or declarations have changed since. Within
 * the run's transaction.
 */
export async function keepGaps(session: Session, settings: Settings, run: Run): Promise<void> {
  const declared = await nothingLogged(session, run);
  const rules = rulesOf(settings, declared, await newestWithdrawal(session), await readingsOf(session, run));
  const last = await lastLook(session, run);
  await session.db.updateTable('runs').set({ gap_rules: rules }).where('run_id', '=', run.runId).execute();
  const isOther = last?.gap_rules !== rules;
  const { expect } = settings.ingest;
  const unread = await unreadSources(session, run, last?.as_of ?? run.asOf);
  const isKnown = !isOther && last.last_source_id === run.lastSourceId && unread.changed.length === 0;
  if (isKnown && expect.length === 0) return;
  const news = isOther ? new Map() : await newRecords(session, run, last.last_source_id, unread);
  const files = expect.length === 0 ? [] : await sourceNames(session, run);
  for (const region of settings.regions) {
    const from = isOther ? Number.NEGATIVE_INFINITY : (news.get(region.name) ?? Number.POSITIVE_INFINITY);
    if (from === Number.POSITIVE_INFINITY && expect.length === 0) continue;
    const empty = (kind: CoveredKind) =>
      declared.filter((one) => one.region === region.name && one.kind === kind);
    const since = expect.length === 0 ? from : Number.NEGATIVE_INFINITY;
    const records = await recordsOf(session, run, region, since, unread.now);
    const missing = await missingFiles(session, { settings, run, region, records, files, empty });
    const begins = fromFirstOfChain(records, from);
    const silent = findGaps(records, begins, empty, settings.coverage.gapOneIn);
    const unexplained = silent.filter((gap) => !missing.some((one) => isExplainedBy(gap, one)));
    await keep(session, run, region, begins, [...unexplained, ...missing]);
  }
}

interface NothingLogged extends Stretch {
  readonly region: string;
  readonly kind: string;
}

async function nothingLogged(session: Session, run: Run): Promise<NothingLogged[]> {
  const { rows } = await runSqlFile<{ region: string; kind: string; from_at: string; to_at: string }>(
    session,
    'coverage/090_nothing_logged.sql',
    { last_entry: run.lastEntry },
  );
  return rows.map(({ region, kind, from_at, to_at }) => ({
    region,
    kind,
    from: secondsOf(from_at),
    to: secondsOf(to_at),
  }));
}

/** A digest of everything but the records on which gaps depend. */
function rulesOf(
  settings: Settings,
  declared: readonly NothingLogged[],
  withdrawal: string | null,
  readings: readonly Reading[],
): string {
  const zones = settings.regions.map(({ name, zone }) => [name, zone]);
  const parts = [
    settings.coverage.gapOneIn,
    settings.ingest.expect,
    zones,
    declared,
    readings,
    // Without one, the digest is that of a program that could not withdraw.
    ...(withdrawal === null ? [] : [withdrawal]),
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
  run: Run,
  knownSource: number,
  { now, changed }: Unread,
): Promise<Map<string, number>> {
  const { rows } = await runSqlFile<{ region: string; from_at: string }>(
    session,
    'coverage/060_new_counts.sql',
    { known_source: knownSource, last_source: run.lastSourceId, unread: now, changed },
  );
  return new Map(rows.map(({ region, from_at }) => [region, secondsOf(from_at)]));
}

/** @param from from when on gaps are looked for; what is usual then is read too */
async function recordsOf(
  session: Session,
  run: Run,
  { name, zone }: RegionSettings,
  from: number,
  unread: readonly number[],
): Promise<RegionRecords> {
  const isAll = from === Number.NEGATIVE_INFINITY;
  const { rows } = await runSqlFile<SlotCount & { kind: string; is_one_time: boolean }>(
    session,
    'coverage/050_record_counts.sql',
    {
      region: name,
      last_source: run.lastSourceId,
      unread,
      from_at: isAll ? null : instantText(from - HISTORY_SECONDS),
    },
  );
  const begins = isAll ? new Map<string, number>() : await firstRecords(session, run, name, unread);
  const tally = (kind: CoveredKind) => {
    const slots = rows.filter((row) => row.kind === kind && !isDateOnly(row, zone));
    return new Tally(slots, begins.get(kind));
  };
  const tallies = { 'pay-in': tally('pay-in'), callback: tally('callback'), statement: tally('statement') };
  return { zone, tallies };
}

async function firstRecords(
  session: Session,
  run: Run,
  region: string,
  unread: readonly number[],
): Promise<Map<string, number>> {
  const first = new Map<string, number>();
  for (const kind of COVERED_KINDS) {
    const { rows } = await sql<{ first_at: string | null }>`
      select min(slot_at) as first_at
      from record_counts
      where region = ${region}
        and kind = ${kind}
        and source_id <= ${run.lastSourceId}
        and (kind <> 'statement' or source_id <> all (${[...unread]}::integer[]))`.execute(session.db);
    const begins = rows[0]!.first_at;
    if (begins !== null) first.set(kind, secondsOf(begins));
  }
  return first;
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
    looked_from: Number.isFinite(from) ? instantText(from) : from < 0 ? '-infinity' : 'infinity',
    kinds: gaps.map(({ kind }) => kind),
    from_times: gaps.map((gap) => instantText(gap.from)),
    to_times: gaps.map((gap) => instantText(gap.to)),
    expected: gaps.map(({ expected }) => expected),
    names: gaps.map(({ file }) => file),
    files: gaps.map(({ files }) => files),
  });
}

function secondsOf(instant: string): number {
  return instantOfText(instant).seconds;
}

function instantText(seconds: number): string {
  return formatInstant({ seconds, micros: 0 });
}
