import type { Session } from '../../database/store.ts';
import type { Publication } from '../../export/publish/publication.ts';
import type { Run } from '../../reconcile/run.ts';

/** What orders are judged with besides evidence and as-of. */
export type JudgedWith = 'settings' | 'program' | 'time_zones';

/** A new version whose run had other settings than the run of the version before, say. */
export interface MadeWithOther {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly region: string;
  readonly previous: number;
  readonly other: readonly JudgedWith[];
}

/** Which new versions may differ from those before them because of more than evidence. */
export async function madeWithOther(
  session: Session,
  { runId }: Run,
  publications: readonly Publication[],
): Promise<MadeWithOther[]> {
  const following = publications.flatMap(({ date, region, previous }) =>
    previous === undefined ? [] : [{ date, region, previous }],
  );
  if (following.length === 0) return [];
  const rows = await session.db
    .selectFrom('runs')
    .select(['run_id', 'settings_digest', 'program_version', 'zone_version'])
    .where('run_id', 'in', [runId, ...new Set(following.map(({ previous }) => previous.run_id))])
    .execute();
  const runs = new Map(rows.map((row) => [row.run_id, row]));
  const now = runs.get(runId)!;
  return following.flatMap(({ date, region, previous }) => {
    const then = runs.get(previous.run_id)!;
    const other: JudgedWith[] = [
      ...(now.settings_digest === then.settings_digest ? [] : (['settings'] as const)),
      ...(now.program_version === then.program_version ? [] : (['program'] as const)),
      ...(now.zone_version === then.zone_version ? [] : (['time_zones'] as const)),
    ];
    return other.length === 0 ? [] : [{ date, region, previous: previous.version, other }];
  });
}
