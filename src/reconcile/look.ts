import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { programVersion } from '../database/package-root.ts';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { type Settings, settingsDigest } from '../settings.ts';
import type { Run } from './reconcile.ts';

/** What a look at regions goes on from: the newest looks at them, or none of what was stored before. */
export interface LastLook {
  /** Whether everything is looked at, since a region was never looked at or through another lens. */
  readonly all: boolean;
  /** The newest source that each of the looks knew. */
  readonly since: number;
  /** The earliest and the latest of the looks' as-ofs, as PostgreSQL reads them; null where there is none. */
  readonly earliest: string | null;
  readonly latest: string | null;
}

/** Looks at all that is stored. */
export const EVERYTHING: LastLook = { all: true, since: 0, earliest: null, latest: null };

/** SHA-256 of all that a verdict depends on but evidence and as-of: settings, program, rules of time zones. */
function lensOf(settings: Settings): string {
  const zones = process.versions['tz'] ?? 'unknown';
  return createHash('sha256')
    .update(JSON.stringify([settingsDigest(settings), programVersion, zones]))
    .digest('hex');
}

/** From where a look at these regions goes on. */
export async function lastLook(
  session: Session,
  settings: Settings,
  regions: readonly string[],
): Promise<LastLook> {
  const { rows } = await sql<{
    looks: string;
    since: number;
    earliest: string | null;
    latest: string | null;
  }>`
    select count(*) as looks, coalesce(min(last_source_id), 0) as since, min(as_of) as earliest, max(as_of) as latest
    from looks
    where region = any (${[...regions]}::text[]) and lens = ${lensOf(settings)}`.execute(session.db);
  const [row] = rows;
  if (row === undefined || Number(row.looks) < regions.length) return EVERYTHING;
  return { all: false, since: row.since, earliest: row.earliest, latest: row.latest };
}

/**
 * Gathers in work_keys the orders that may be judged otherwise than at the last look: those with news, and those that
 * share a tradeNo with one of them. Brings the strays up to the run's newest source first.
 * @returns how many
 */
export async function gatherKeys(
  session: Session,
  settings: Settings,
  run: Run,
  last: LastLook,
): Promise<number> {
  await updateStrays(session, run, last);
  const span = await spanOf(session, run, last);
  const news = await runSqlFile(session, 'reconcile/003_keys_of_news.sql', {
    since: last.since,
    ...span,
    horizon_hours: 24 * settings.expiryHorizonDays,
  });
  let keys = news.changed;
  let added = last.all ? 0 : keys;
  for (let round = 1; added > 0; round += 1) {
    await session.script('analyze work_keys');
    added = (await runSqlFile(session, 'reconcile/004_keys_of_kin.sql', { round })).changed;
    keys += added;
  }
  if (keys > 0) await session.script('analyze work_keys');
  return keys;
}

/** Remembers the run as the newest look at its regions. */
export async function keepLook(
  session: Session,
  settings: Settings,
  run: Run,
  regions: readonly string[],
): Promise<void> {
  await session.db
    .insertInto('looks')
    .values(
      regions.map((region) => ({
        region,
        run_id: run.runId,
        as_of: run.asOf,
        last_source_id: run.lastSourceId,
        lens: lensOf(settings),
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

/** Every run brings the strays up to its newest source, whatever its regions; a look at everything makes them anew. */
async function updateStrays(session: Session, run: Run, last: LastLook): Promise<void> {
  if (last.all) await session.script('delete from strays');
  const { rows } = await sql<{ since: number }>`
    select coalesce(max(last_source_id), 0) as since from runs where run_id < ${run.runId}`.execute(
    session.db,
  );
  const parameters = { strays_since: last.all ? 0 : rows[0]!.since };
  if (!last.all) await runSqlFile(session, 'reconcile/001_strays_claimed.sql', parameters);
  const { changed } = await runSqlFile(session, 'reconcile/002_strays_come.sql', parameters);
  if (changed > 0) await session.script('analyze strays');
}

/** The moments between which evidence came into sight, or went out of it, and time passed; of no length for a look at everything. */
async function spanOf(session: Session, run: Run, { earliest, latest }: LastLook) {
  const { rows } = await sql<{ earlier: string; later: string; backwards: boolean }>`
    select least(${run.asOf}::timestamptz, ${earliest}::timestamptz) as earlier,
           greatest(${run.asOf}::timestamptz, ${latest}::timestamptz) as later,
           coalesce(${run.asOf}::timestamptz < ${latest}::timestamptz, false) as backwards`.execute(
    session.db,
  );
  return rows[0]!;
}
