import type { Session } from '../../database/store.ts';

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
