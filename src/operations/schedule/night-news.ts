import { type ExpiredTotal, expiredIn } from '../../books/run/expired.ts';
import type { Session } from '../../database/store.ts';

/**
 * What a region's message about a night reports as new: since the last one of the region, so that it is also reported if
 * another run let the orders expire, or if a night ended before its message was written.
 */
export interface NightNews {
  readonly expired: readonly ExpiredTotal[];
  /** The newest version of each date of which the region's nights have published one. */
  readonly versions: ReadonlyArray<{
    readonly date: string;
    readonly region: string;
    readonly version: number;
  }>;
}

/** Notes that a night of a region has made a run. Call it in the transaction of the run. */
export async function noteNightRun(session: Session, region: string, runId: number): Promise<void> {
  await session.db.insertInto('night_runs').values({ run_id: runId, region }).execute();
}

/** The news of a region up to the newest run of its nights. Where no message is known, they begin with the first of these. */
export async function nightNews(session: Session, region: string): Promise<NightNews> {
  const runs = await session.db
    .selectFrom('night_runs')
    .select(['run_id', 'announced'])
    .where('region', '=', region)
    .orderBy('run_id')
    .execute();
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return { expired: [], versions: [] };
  const after = runs.findLast(({ announced }) => announced)?.run_id ?? first.run_id - 1;
  const versions = await session.db
    .selectFrom('versions')
    .innerJoin('night_runs', 'night_runs.run_id', 'versions.run_id')
    .select(['versions.date', 'versions.region', (e) => e.fn.max('versions.version').as('version')])
    .where('night_runs.region', '=', region)
    .where('night_runs.announced', '=', false)
    .groupBy(['versions.date', 'versions.region'])
    .orderBy('versions.date')
    .orderBy('versions.region')
    .execute();
  return { expired: await expiredIn(session, last.run_id, [region], after), versions };
}

/** Notes that the message about the newest run of a region's nights is written. Call it in the transaction that writes it. */
export async function noteAnnounced(session: Session, region: string): Promise<void> {
  const { newest } = await session.db
    .selectFrom('night_runs')
    .select((e) => e.fn.max('run_id').as('newest'))
    .where('region', '=', region)
    .executeTakeFirstOrThrow();
  await session.db
    .deleteFrom('night_runs')
    .where('region', '=', region)
    .where('run_id', '<', newest)
    .execute();
  await session.db.updateTable('night_runs').set({ announced: true }).where('run_id', '=', newest).execute();
}
