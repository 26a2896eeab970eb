/** An order number that many merchants use: one of its orders is read without those of the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLives } from '../../../src/books/findings/finding-life.ts';
import { storiesOf, storyOf } from '../../../src/books/order/read-story.ts';
import type { Session, Store } from '../../../src/database/store.ts';
import { feed, publish, SETTINGS } from '../../export/books.ts';
import { countOf } from '../../support/counted-session.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { servePage } from '../../web/served-page.ts';

const FEW = { orderNo: '1000000001', merchants: 5 };
const MANY = { orderNo: '1000000002', merchants: 10 };

const merchantAt = (index: number) => `M${String(index + 1).padStart(4, '0')}`;

/** Orders of merchants, paid with too little; each request and each callback breaks a rule. */
function linesOf({ orderNo, merchants }: typeof FEW): string[] {
  return Array.from({ length: merchants }, (_, index) => {
    const order = { orderNo, merchantId: merchantAt(index), tradeNo: `T${orderNo}-${index}` };
    return [
      payInLine(order).replace('"purpose":"Order"', `"purpose":"${'x'.repeat(65)}"`),
      callbackLine({ ...order, amount: '100', method: 'x'.repeat(65) }),
    ];
  }).flat();
}

onEngines('an order number of many merchants', (engine) => {
  let store: Store;
  let folder: string;
  const count = (work: (session: Session) => Promise<unknown>) =>
    store.session((session) => countOf(session, work));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'payin-recon-shared-number-'));
    store = await engine.open();
    await feed(store, join(folder, 'day.ndjson'), [
      ...linesOf(FEW),
      ...linesOf(MANY),
      // Names M0099, and counts at the order of M0001 by its tradeNo.
      callbackLine({ orderNo: FEW.orderNo, merchantId: 'M0099', tradeNo: `T${FEW.orderNo}-0` }),
    ]);
    await publish(store, join(folder, 'out'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read with as many rows for each merchant, however many there are', async () => {
    const rowsOf = async ({ orderNo, merchants }: typeof FEW) => {
      const { rows } = await count((session) => storiesOf(session, SETTINGS, orderNo, undefined));
      return rows / merchants;
    };
    expect(await rowsOf(MANY)).toBeLessThanOrEqual(await rowsOf(FEW));
  });

  it('is read for one merchant without what the others have', async () => {
    const storyAmong = ({ orderNo }: typeof FEW) =>
      count((session) => storyOf(session, SETTINGS, { orderNo, merchantId: 'M0003' }, undefined));
    const livesAmong = ({ orderNo }: typeof FEW) =>
      count((session) => readLives(session, { order: orderNo, merchant: 'M0003' }));
    const few = await storyAmong(FEW);
    // But for the names of the others: of M0099 too there is one, with the smaller number.
    expect(await storyAmong(MANY)).toEqual({ ...few, rows: few.rows + MANY.merchants - FEW.merchants - 1 });
    expect(await livesAmong(MANY)).toEqual(await livesAmong(FEW));
  });

  it('has for one merchant the history and the findings that it has among all', async () => {
    await store.session(async (session) => {
      for (const limit of [undefined, ['M0001', 'M0099'], ['M0099'], ['M0002'], []])
        await expectSameStories(session, limit);
      const all = await readLives(session, { order: FEW.orderNo });
      const merchants = [...new Set(all.map(({ merchantId }) => merchantId))];
      expect(merchants.length).toBe(FEW.merchants);
      for (const merchant of merchants) {
        const own = all.filter(({ merchantId }) => merchantId === merchant);
        expect(await readLives(session, { order: FEW.orderNo, merchant })).toEqual(own);
      }
      const missing = { order: FEW.orderNo, merchant: 'M0098' };
      await expect(readLives(session, missing)).rejects.toMatchObject({ code: 'FINDING_UNKNOWN' });
    });
  });

  it('has a page for each merchant, which names the others that the reader sees', async () => {
    const page = await servePage(store, SETTINGS, { out: join(folder, 'out') });
    await page.addUser('ana', 'viewer');
    await page.addUser('mia', 'viewer', ['M0002', 'M0004']);
    const othersOf = async (user: string, merchant: string) => {
      const client = await page.signedIn(user);
      const answer = await client.get(`/order/${merchant}/${FEW.orderNo}`);
      if (answer.status !== 200) return answer.status;
      const notice = /<p class="notice">The same number(?:.|\n)*?<\/p>/.exec(await answer.text());
      return [...(notice?.[0] ?? '').matchAll(/\/order\/(\w+)\//g)].map(([, name]) => name);
    };
    expect(await othersOf('ana', 'M0002')).toEqual(['M0001', 'M0003', 'M0004', 'M0005', 'M0099']);
    expect(await othersOf('ana', 'M0098')).toBe(404);
    expect(await othersOf('mia', 'M0002')).toEqual(['M0004']);
    expect(await othersOf('mia', 'M0001')).toBe(404);
  });
});

/** Compares the history of each merchant's order with that among all that a reader sees. */
async function expectSameStories(session: Session, limit: readonly string[] | undefined): Promise<void> {
  const stories = await storiesOf(session, SETTINGS, FEW.orderNo, limit);
  const seen = stories.map(({ merchantId }) => merchantId);
  for (const merchantId of ['M0001', 'M0002', 'M0005', 'M0098', 'M0099']) {
    const key = { orderNo: FEW.orderNo, merchantId };
    const story = stories.find((one) => one.merchantId === merchantId);
    const otherMerchants = seen.filter((one) => one !== merchantId);
    expect(await storyOf(session, SETTINGS, key, limit)).toEqual(story && { story, otherMerchants });
  }
}
