/** An order number that many merchants use. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storiesOf } from '../../../src/books/order/read-story.ts';
import type { Session, Store } from '../../../src/database/store.ts';
import { feed, publish, SETTINGS } from '../../export/books.ts';
import { countOf } from '../../support/counted-session.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';

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
});
