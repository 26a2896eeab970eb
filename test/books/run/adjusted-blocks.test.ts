/** What a run reads of earlier adjustments of a closed date: those of the rows that it adjusts, and no others. */
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import type { Session, Store } from '../../../src/database/store.ts';
import { lines } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { books, closed, HEAD } from '../periods/stated-periods.ts';
import { MONDAY, WEDNESDAY } from './reported-books.ts';

const ROWS = 50;

/** Rows of a statement that name a payout and no order. */
const ofNoOrder = (name: string, count: number) =>
  lines(
    HEAD,
    ...Array.from(
      { length: count },
      (_one, index) => `${name}${index},,,M0001,50,1,49,${MONDAY} 11:00:00,${MONDAY},PO-1`,
    ),
  );

/** A store, and the results of its queries that have a column. */
function watched(store: Store, column: string) {
  const seen: unknown[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.push(...result.rows.filter((row) => Object.hasOwn(row, column)));
      return result;
    },
  };
  const session = <T>(work: (session: Session) => Promise<T>) =>
    store.session((own) => work(Object.create(own, { db: { value: own.db.withPlugin(plugin) } })));
  return { seen, store: Object.create(store, { session: { value: session } }) as Store };
}

onEngines('rows of a closed date that name no order', (engine) => {
  it('are adjusted without the adjustments of others', async () => {
    const made = await closed(engine);
    await made.read('portal-2.csv', ofNoOrder('A', ROWS), '2026-11-19T07:00:00Z');
    await made.reconcile([WEDNESDAY], '2026-11-19T08:00:00Z');
    const { seen, store } = watched(made.store, 'current');
    const later = books(store);
    await later.read('portal-3.csv', ofNoOrder('B', 1), '2026-11-19T09:00:00Z');
    await later.reconcile([WEDNESDAY], '2026-11-19T10:00:00Z');
    const adjusted = await made.store.session(({ db }) =>
      db.selectFrom('adjustments').select(['payment', 'field']).where('run_id', '=', 3).execute(),
    );
    expect(new Set(adjusted.map(({ payment }) => payment)).size).toBe(2);
    const ofRows = seen.filter((row) => (row as { field?: string }).field?.startsWith('statement.'));
    expect(seen.length).toBeGreaterThan(0);
    expect(ofRows).toEqual([]);
  });
});
