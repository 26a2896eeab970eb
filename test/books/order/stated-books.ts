/** A store with a paid order in statements, payouts and a bank's account statement. */
import { join } from 'node:path';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { feed, instant, publish } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { callbackLine, payInLine } from '../../support/records.ts';

export const SETTINGS = parseSettings({
  map: {
    portal: { kind: 'statement', zone: 'America/Sao_Paulo', values: { currency: 'BRL' } },
    bank: { kind: 'bank', values: { currency: 'BRL' } },
  },
});
export const PAID = 'STATED0001';
/** Another order of its merchant. */
export const BESIDE = 'STATED0002';
const HEAD =
  'row_id,type,status,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id';
const STATEMENT = lines(
  HEAD,
  `R1,payment,paid,${PAID},T1,M0001,199,2,198,2026-11-19 10:06:00,2026-11-20,PO-20261120`,
  `R2,refund,paid,${PAID},T1,M0001,-50,0,-50,,2026-11-21,PO-20261121`,
  'R3,payment,paid,OTHER00009,T2,,100,,,2026-11-19 10:07:00,,',
  'R4,payment,paid,LONELY0001,,,100,,,2026-11-19 10:08:00,,',
);
/** Of the same row, by the same table: it counts instead. */
const CORRECTED = lines(
  HEAD,
  `R1,payment,paid,${PAID},T1,M0001,200,2,198,2026-11-19 10:06:00,2026-11-20,PO-20261120`,
);
const BANK = lines('booked_on,amount,reference', '2026-11-21,197.00,PAYOUT PO-20261120');
/** Read after the newest run: a row of the order, and one that nothing but its tradeNo gives to another order. */
const LATE = lines(
  HEAD,
  `R9,fee,paid,${PAID},,,,0.10,,2026-11-21 09:00:00,,`,
  'R10,payment,paid,,T3,,50,,,2026-11-19 10:09:00,,',
);

export async function fillStated(store: Store, folder: string): Promise<void> {
  const read = (name: string, text: string, at: string) =>
    ingest(store, SETTINGS, { paths: [write(folder, name, text)], readAt: instant(at) });
  await feed(store, join(folder, 'day.ndjson'), [
    payInLine({ orderNo: PAID, tradeNo: 'T1' }),
    callbackLine({ orderNo: PAID, tradeNo: 'T1' }),
    payInLine({ orderNo: 'BYTRADE001', tradeNo: 'T2', amount: '10000' }),
    payInLine({ orderNo: BESIDE, tradeNo: 'T3', amount: '5000' }),
    callbackLine({ orderNo: BESIDE, tradeNo: 'T3', amount: '5000' }),
  ]);
  await read('portal-1.csv', STATEMENT, '2026-11-20T10:00:00Z');
  await read('portal-2.csv', CORRECTED, '2026-11-20T11:00:00Z');
  await read('bank.csv', BANK, '2026-11-20T11:30:00Z');
  await publish(store, join(folder, 'out'), '2026-11-22T12:00:00Z');
  await read('portal-3.csv', LATE, '2026-11-22T13:00:00Z');
}
