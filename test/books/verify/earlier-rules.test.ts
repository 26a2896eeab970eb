/** What an earlier edition of the rules judged is pending until a run has judged it again, and is no deviation. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyText } from '../../../src/books/verify/verify-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { JUDGING_RULES } from '../../../src/reconcile/rules/all.ts';
import { feed, NOON, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { type Books, booksToVerify, states } from './books-to-verify.ts';

const LATER = '2026-11-20T18:00:00Z';

const execute = (store: Store, statement: string) => store.session((session) => session.script(statement));

/** Books with a refund, of which an earlier edition of the rules kept another sum. */
async function judgedEarlier(books: Books): Promise<void> {
  const { store, folder, out } = books;
  const refund =
    '{"statement":{"type":"refund","order_no":"ORDER00001","currency":"BRL","gross":"200.00","completed_at":"2026-11-19T15:00:00Z"}}';
  const again = callbackLine({ orderNo: 'ORDER00001', tradeNo: 'T1-AGAIN' });
  await feed(store, join(folder, 'logs/refund.ndjson'), [again, refund], NOON);
  await publish(store, out, NOON);
  expect(await books.deviations()).toEqual([]);
  await execute(store, `update order_rows set returned_minor = 1 where returned_minor = 20000`);
  expect(states(await books.look())).toMatchObject({ books: 'changed' });
  await execute(store, `update judgings set judging_rules = 1, judging_digest = 'of an earlier edition'`);
}

onEngines('results of an earlier edition of the rules', (engine) => {
  it('are pending for verify until a run has judged them again', async () => {
    const books = await booksToVerify(engine);
    await judgedEarlier(books);
    const results = await books.look();
    expect(states(results)).toMatchObject({ books: 'pending' });
    expect(await books.deviations({ dates: [] })).toEqual([]);
    const text = verifyText(results, (_state, word) => word);
    expect(text).toContain('payin-recon reconcile, which judges every order again.');
    expect(text).toContain('Verify the books again after the next run.');

    await publish(books.store, books.out, LATER);
    expect(states(await books.look({ dates: [] }))).toMatchObject({ books: 'ok' });
    const judged = await books.store.session(({ db }) =>
      db.selectFrom('judgings').select('judging_rules').distinct().execute(),
    );
    expect(judged).toEqual([{ judging_rules: JUDGING_RULES }]);
  });

  it('hide nothing that no rule accounts for', async () => {
    const books = await booksToVerify(engine);
    await judgedEarlier(books);
    await execute(books.store, `update order_rows set findings = '' where order_no = 'ORDER00002'`);
    expect(states(await books.look())).toMatchObject({ books: 'changed' });
    const what = (await books.deviations({ dates: [] })).map((one) => one.what);
    expect(what).toEqual(['findings of order ORDER00002 of merchant M0001']);
  });

  it('are not put in place of those of a later one', async () => {
    const books = await booksToVerify(engine);
    await execute(
      books.store,
      `update judgings set judging_rules = ${JUDGING_RULES + 1} where region = 'EG'`,
    );
    await expect(publish(books.store, books.out, LATER)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      detail: { found: `they were judged by edition ${JUDGING_RULES + 1} of the rules` },
    });
    expect(states(await books.look({ dates: [] }))).toMatchObject({ books: 'ok' });
  });
});
