/** Rows of a bank of one date and row_id, which a file showed to be several: what counts once that file is taken back. */
import { expect, it } from 'vitest';
import { judgeNow } from '../../../src/books/run/judge-as-of.ts';
import { type Store, transaction } from '../../../src/database/store.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant } from '../../export/books.ts';
import { lines, read, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ground } from './withdrawn-books.ts';

const NONE = parseSettings({});
const FILES = {
  'bank-1': [500],
  'bank-2': [510],
  both: [500, 510],
  again: [510, 500],
  'bank-3': [520],
} as const;
const LATER = instant('2027-01-01T00:00:00Z');

/** Reads files, a day after one another. */
async function readInto(store: Store, ...names: ReadonlyArray<keyof typeof FILES>): Promise<void> {
  const folder = temporaryFolder();
  for (const name of names) {
    const rows = FILES[name].map(
      (amount) =>
        `{"bank":{"row_id":"D1","booked_on":"2026-11-20","amount":"${amount}","currency":"BRL","reference":"PIX"}}`,
    );
    const day = 21 + Object.keys(FILES).indexOf(name);
    await read(store, [write(folder, `${name}.ndjson`, lines(...rows))], {
      readAt: instant(`2026-11-${day}T00:00:00Z`),
    });
  }
}

/** What counts. */
async function counted(store: Store): Promise<number[]> {
  await judgeNow(store, NONE, LATER);
  const rows = await store.session(({ db }) =>
    db.selectFrom('payout_rows').select('bank_minor').where('until_run', 'is', null).execute(),
  );
  return rows.map(({ bank_minor }) => Number(bank_minor) / 100).toSorted();
}

onEngines('rows of a bank that a file shows to be several', (engine) => {
  const names = ['both.ndjson', 'again.ndjson'];

  it.each([
    ['last', ['bank-1', 'bank-2', 'both'], 510],
    ['first', ['both', 'bank-2', 'bank-1'], 500],
    ['between', ['bank-2', 'both', 'bank-1'], 500],
  ] as const)('are one again once the file, which was read %s, is withdrawn', async (_name, order, left) => {
    const books = await ground(engine);
    await readInto(books.store, ...order);
    expect(await counted(books.store)).toEqual([500, 510]);
    await books.withdraw(names[0]!, { asOf: LATER, at: LATER }, NONE);
    expect(await counted(books.store)).toEqual([left]);
    await readInto(books.store, 'bank-3');
    expect(await counted(books.store)).toEqual([520]);
    expect(await books.deviations([])).toEqual([]);
  });

  it('stay several as long as another file shows it', async () => {
    const books = await ground(engine);
    await readInto(books.store, 'bank-1', 'both', 'again');
    for (const [name, left] of [
      [names[0]!, [500, 510]],
      [names[1]!, [500]],
    ] as const) {
      await books.withdraw(name, { asOf: LATER, at: LATER }, NONE);
      expect(await counted(books.store)).toEqual(left);
    }
  });

  it('are one as known before that file was read', async () => {
    const books = await ground(engine);
    await readInto(books.store, 'bank-1', 'bank-2', 'both');
    const result = await books.store.session((session) =>
      transaction(session, async () => {
        const asOf = instant('2026-11-22T12:00:00Z');
        const run = await reconcile(session, NONE, { asOf, startedAt: LATER });
        const rows = await session.db
          .selectFrom('payout_rows')
          .select('bank_minor')
          .where('from_run', '=', run.runId)
          .execute();
        return rows.map(({ bank_minor }) => bank_minor);
      }),
    );
    expect(result).toEqual(['51000']);
  });
});
