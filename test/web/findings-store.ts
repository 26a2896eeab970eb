import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { feed, publish } from '../export/books.ts';
import type { Engine } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';

/** Orders of M0001 that {@link findingsStore} has with the finding AMOUNT_MISMATCH. */
export const MISMATCHES = 3;

/** An order of BRL 200.00 of which so many centavos less were paid. */
export function underpaid(orderNo: string, lessMinor: number, merchantId = 'M0001'): string[] {
  const order = { orderNo, merchantId, tradeNo: `T${orderNo}` };
  return [payInLine(order), callbackLine({ ...order, amount: String(20_000 - lessMinor) })];
}

/** What was paid of an order of {@link findingsStore}: BRL 10.00 too little times its number, half of that of M0003's. */
export function paidOf(orderNo: string): string {
  const less = Number(orderNo.slice(-1)) * (orderNo.startsWith('OWN') ? 500 : 1000);
  return `BRL ${((20_000 - less) / 100).toFixed(2)}`;
}

/** A published date with orders that were paid BRL 10.00, 20.00 and 30.00 too little, and one of another merchant. */
export async function findingsStore(
  engine: Pick<Engine, 'open'>,
  more: readonly string[] = [],
): Promise<Store> {
  const store = await engine.open();
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-findings-'));
  const after = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  after(() => rmSync(folder, { recursive: true, force: true }));
  const lines = [
    ...underpaid('BIG0000001', 1000),
    ...underpaid('BIG0000002', 2000),
    ...underpaid('BIG0000003', 3000),
    ...underpaid('OWN0000001', 500, 'M0003'),
    ...more,
  ];
  await feed(store, join(folder, 'day.ndjson'), lines);
  await publish(store, join(folder, 'reports'));
  return store;
}
