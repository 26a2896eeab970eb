import type { Session } from '../../database/store.ts';

/** Records that a final date has been reported as a run has it. */
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
