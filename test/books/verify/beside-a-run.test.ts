/** A run at work on the same store: neither waits for the other, and what is about to be put in place is not missing. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { atOneMoment } from '../../../src/books/verify/at-one-moment.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf, verifyText } from '../../../src/books/verify/verify-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { DATE, feed, NOON, publish, SETTINGS } from '../../export/books.ts';
import { onEngines, onPostgresql } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { booksToVerify, states } from './books-to-verify.ts';

const LATER = '2026-11-20T18:00:00Z';

onPostgresql('while verify looks', (engine) => {
  /** Books, and the store of a process that runs beside. */
  async function booksAndRun() {
    const books = await booksToVerify(engine);
    return { ...books, run: await books.open() };
  }

  it('a run goes on and publishes, and verify sees none of it', async () => {
    const { store, folder, out, look } = await booksToVerify(engine);
    const orders = async () =>
      atOneMoment(store, async ({ db }) => {
        const count = async () => (await db.selectFrom('order_results').select('order_no').execute()).length;
        const before = await count();
        await store.exclusively(async () => {
          await feed(
            store,
            join(folder, 'logs/more.ndjson'),
            [payInLine({ orderNo: 'ORDER00020', tradeNo: 'T20' })],
            NOON,
          );
          await publish(store, out, LATER);
        });
        return [before, await count()];
      });
    const [before, after] = await orders();
    expect(after).toBe(before);
    expect(states(await look())).toMatchObject({ [`${DATE} BR v3`]: 'ok', books: 'ok' });
  });

  it('a run that ended between its list of the folders and its reading of the store leaves nothing wrong', async () => {
    const { store, run, folder, out } = await booksAndRun();
    const order = payInLine({ orderNo: 'ORDER00030', tradeNo: 'T30' });
    await feed(run, join(folder, 'logs/more.ndjson'), [order], NOON);
    const before: Store = {
      ...store,
      session: async (work) => {
        await publish(run, out, LATER);
        return store.session(work);
      },
    };
    const results = await verify(before, SETTINGS, { dates: [DATE], out });
    expect(deviationsOf(results)).toEqual([]);
    expect(states(results)).toMatchObject({ [`${DATE} BR`]: 'ok', [`${DATE} BR v3`]: 'ok' });
  });

  it('it waits for no lock: a run that holds the store is no obstacle', async () => {
    const { run, deviations } = await booksAndRun();
    expect(await run.exclusively(async () => deviations())).toEqual([]);
  });

  it('a version that the run is about to put in its place is not told as gone', async () => {
    const { store, run, folder, out } = await booksAndRun();
    renameSync(join(out, DATE, 'BR/v2'), join(folder, 'about-to-be-placed'));
    const at = (dates: string[]) => verify(store, SETTINGS, { dates, out });
    expect(deviationsOf(await at([DATE]))).toHaveLength(1);

    await run.exclusively(async () => {
      const results = await at([DATE]);
      expect(states(results)).toMatchObject({ [`${DATE} BR v2`]: 'pending', [`${DATE} BR v1`]: 'ok' });
      expect(deviationsOf(results)).toEqual([]);
      expect(verifyText(results, (_state, word) => word)).toContain(
        'No deviations. A run is in progress: verify again when it has ended.',
      );
    });
  });
});

onEngines('a look', (engine) => {
  it('can change nothing', async () => {
    const { store } = await booksToVerify(engine);
    const changing = atOneMoment(store, ({ db }) => sql`delete from audit_entries`.execute(db));
    await expect(changing).rejects.toMatchObject({ code: 'DATABASE_NOT_WRITABLE' });
  });
});
