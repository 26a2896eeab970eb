import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { programVersion } from '../database/package-root.ts';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { allRegions, type Settings } from '../settings/schema.ts';
import { settingsDigest } from '../settings/settings-digest.ts';
import type { Run } from './run.ts';

/** What a look goes on from: the newest look before it. */
export interface LastJudging {
  /** Whether everything is looked at again, since there was none, or by another lens. */
  readonly all: boolean;
  /** The newest source that it knew; 0 where everything is looked at. */
  readonly since: number;
  /** Its as-of, as PostgreSQL reads it; null where there was none. */
  readonly asOf: string | null;
  /** Whether that is later than the as-of of the look at hand. */
  readonly isLater: boolean;
}

/** SHA-256 of all that a verdict depends on but evidence and as-of: settings, program, rules of time zones. */
function judgingDigest(settings: Settings): string {
  const zones = process.versions['tz'] ?? 'unknown';
  return createHash('sha256')
    .update(JSON.stringify([settingsDigest(settings), programVersion, zones]))
    .digest('hex');
}

/**
 * From where a look goes on. Every look is at all regions, so that an order that changes its region is never in two of
 * them, nor in none.
 * @param all for evidence that was changed where it stands
 */
export async function lastJudging(
  session: Session,
  settings: Settings,
  run: Run,
  all = false,
): Promise<LastJudging> {
  const { rows } = await sql<{ looks: string; since: number; as_of: string | null; is_later: boolean }>`
    select count(*) filter (where lens = ${judgingDigest(settings)}) as looks, coalesce(min(last_source_id), 0) as since,
           max(as_of) as as_of, coalesce(max(as_of) > ${run.asOf}::timestamptz, false) as is_later
    from looks
    where region = any (${regionNames(settings)}::text[])`.execute(session.db);
  const { looks, since, as_of: asOf, is_later: isLater } = rows[0]!;
  const isSame = !all && Number(looks) === regionNames(settings).length;
  return isSame ? { all: false, since, asOf, isLater } : { all: true, since: 0, asOf, isLater };
}

function regionNames(settings: Settings): string[] {
  return allRegions(settings).map(({ name }) => name);
}

/**
 * Gathers in work_keys the orders that may be judged otherwise than at the last look: those with news, and those that
 * share a tradeNo with one of them. Brings the strays up to the run's newest source.
 * @returns how many
 */
export async function gatherKeys(
  session: Session,
  settings: Settings,
  run: Run,
  last: LastJudging,
): Promise<number> {
  const known = { last_source: run.lastSourceId };
  const strays = { ...known, strays_since: await newestOfUnmatched(session, run, last) };
  if (last.all) await session.script('delete from strays');
  const came = await runSqlFile(session, 'reconcile/002_strays_new.sql', strays);
  if (came.changed > 0) await session.script('analyze strays');
  const span = await spanOf(session, run, last);
  const news = await runSqlFile(session, 'reconcile/003_keys_of_news.sql', {
    ...known,
    since: last.since,
    ...span,
    horizon_hours: 24 * settings.expiryHorizonDays,
  });
  let keys = news.changed;
  let added = last.all ? 0 : keys;
  for (let round = 1; added > 0; round += 1) {
    await session.script('analyze work_keys');
    added = (await runSqlFile(session, 'reconcile/004_keys_of_kin.sql', { ...known, round })).changed;
    keys += added;
  }
  if (!last.all) await runSqlFile(session, 'reconcile/005_strays_claimed.sql', strays);
  if (keys > 0) await session.script('analyze work_keys');
  return keys;
}

/** Remembers the run as the newest look. */
export async function keepJudging(session: Session, settings: Settings, run: Run): Promise<void> {
  await session.db
    .insertInto('looks')
    .values(
      regionNames(settings).map((region) => ({
        region,
        run_id: run.runId,
        as_of: run.asOf,
        last_source_id: run.lastSourceId,
        lens: judgingDigest(settings),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('region').doUpdateSet((e) => ({
        run_id: e.ref('excluded.run_id'),
        as_of: e.ref('excluded.as_of'),
        last_source_id: e.ref('excluded.last_source_id'),
        lens: e.ref('excluded.lens'),
      })),
    )
    .execute();
}

/** The newest source whose records are among the strays already. */
async function newestOfUnmatched(session: Session, run: Run, last: LastJudging): Promise<number> {
  if (last.all) return 0;
  const { rows } = await sql<{ since: number }>`
    select coalesce(max(last_source_id), 0) as since from runs where run_id < ${run.runId}`.execute(
    session.db,
  );
  return rows[0]!.since;
}

/** The moments between which evidence came into sight, or went out of it, and time passed; of no length for a first look. */
async function spanOf(session: Session, run: Run, { asOf, isLater: backwards }: LastJudging) {
  const { rows } = await sql<{ earlier: string; later: string }>`
    select least(${run.asOf}::timestamptz, ${asOf}::timestamptz) as earlier,
           greatest(${run.asOf}::timestamptz, ${asOf}::timestamptz) as later`.execute(session.db);
  return { ...rows[0]!, backwards };
}
