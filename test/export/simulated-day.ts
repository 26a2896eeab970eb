import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ReconcileResult } from '../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import type { Engine } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { DATE, feed, instant, MORNING, publish, SETTINGS } from './books.ts';

/** What a small simulated day does not hold: odd names, other currencies, amounts that cannot be read. */
const ODD_LINES: readonly string[] = [
  ...['m0001', 'M0001', 'É-shop', '=cmd', 'with "quotes", and comma', '\u{1F4B3}'].flatMap(
    (merchantId, index) => {
      const order = { orderNo: 'ODD0000001', merchantId, tradeNo: `O${index}` };
      return [payInLine(order), callbackLine({ ...order, amount: '20001' })];
    },
  ),
  payInLine({ orderNo: 'ODD0000002', tradeNo: 'U1', amount: '200.5' }),
  callbackLine({ orderNo: 'ODD0000002', tradeNo: 'U1', amount: '200.5' }),
  payInLine({ orderNo: 'ODD0000003', tradeNo: 'U2' }),
  callbackLine({ orderNo: 'ODD0000003', tradeNo: 'U2', currency: 'USD', amount: '200' }),
  callbackLine({ orderNo: 'ODD0000003', tradeNo: 'U3' }),
  payInLine({ orderNo: 'ODD0000004', tradeNo: 'U4' }),
  callbackLine({ orderNo: 'ODD0000004', tradeNo: 'U4' }),
  callbackLine({ orderNo: 'ODD0000004', tradeNo: 'U5' }),
  callbackLine({ orderNo: 'ODD0000005', tradeNo: 'U6', currency: 'JPY', amount: '150', method: 'CASH' }),
  callbackLine({ orderNo: 'ODD0000006', tradeNo: 'U7', status: 'PROCESSING' }),
  callbackLine({ orderNo: 'ODD0000007', tradeNo: 'U8', currency: 'KWD', amount: '1.23', method: 'CASH' }),
  payInLine({ orderNo: 'ODD0000008', tradeNo: 'U9', currency: 'JPY', amount: '150', method: 'CASH' }),
  callbackLine({ orderNo: 'ODD0000008', tradeNo: 'U9', currency: 'JPY', amount: '140', method: 'CASH' }),
  callbackLine({ orderNo: 'ODD0000009', tradeNo: 'V1' }).replace('"verified":true', '"verified":false'),
  callbackLine({ orderNo: 'ODD0000010', tradeNo: 'V2', currency: 'XXXX', amount: '5', method: 'CASH' }),
  'cut short',
];

export interface PublishedDay {
  readonly store: Store;
  readonly folder: string;
  /** Folder of the published reports. */
  readonly out: string;
  readonly result: ReconcileResult;
}

/** Simulates 300 orders, adds odd ones, and publishes the date. For beforeAll; the folder goes with the block. */
export async function publishDay(engine: Engine): Promise<PublishedDay> {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-day-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const store = await engine.open();
  const logs = join(folder, 'logs');
  await writeDay({ date: DATE, seed: 20, orders: 300, folder: logs });
  await ingest(store, SETTINGS, { paths: [logs], readAt: instant(MORNING) });
  await feed(store, join(folder, 'odd.ndjson'), ODD_LINES);
  const out = join(folder, 'reports');
  return { store, folder, out, result: await publish(store, out) };
}
