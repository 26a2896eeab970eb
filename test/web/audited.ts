import type { Store } from '../../src/database/store.ts';

/** Entries of the audit trail of some actions, as `ana: sign-out {…}`, in order. */
export async function audited(store: Store, ...actions: readonly string[]): Promise<string[]> {
  return store.session(async ({ db }) => {
    const rows = await db
      .selectFrom('audit_entries')
      .select(['who', 'action', 'after'])
      .where('action', 'in', actions)
      .orderBy('entry')
      .execute();
    return rows.map(({ who, action, after }) => `${who}: ${action} ${after}`);
  });
}
