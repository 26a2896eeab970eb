/** What statements and the bank say late of dates that are closed. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { bytesBelow, feed } from '../../export/books.ts';
import { lines } from '../../ingest/reading.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { MONDAY, MONDAYS, on, THURSDAY, TUESDAY, WEDNESDAY } from '../run/reported-books.ts';
import {
  BANK,
  type Books,
  books,
  closed,
  EARLY,
  HEAD,
  KNOWN,
  LATE,
  LATER,
  type Row,
} from './stated-periods.ts';

async function withLateNews(engine: Engine): Promise<Books> {
  const made = await closed(engine);
  await made.read('portal-2.csv', LATE, `${WEDNESDAY}T10:00:00Z`);
  await made.read('bank.csv', BANK, `${WEDNESDAY}T10:00:00Z`);
  await made.reconcile([THURSDAY], KNOWN);
  return made;
}

const told = (rows: readonly Row[]) =>
  rows.map(
    (row) =>
      `${row['business_date']} ${row['item']} ${row['field']}: ${row['previous']} -> ${row['current']}`,
  );

/** The rows of a report on Monday, as published and as adjusted since, without cells that are empty. */
function adjusted(made: Books, report: string, kind: string, keyOf: (row: Row) => string): Row[] {
  const published = made.rows(MONDAY, report);
  const known = new Map<string, Row>(published.map((row) => [keyOf(row), row]));
  for (const change of made.rows(THURSDAY, 'adjustments')) {
    const [name, column] = change['field']!.split('.');
    if (name !== kind || column === undefined) continue;
    const key = change['item']!.split(' ')[0]!;
    const row = known.get(key) ?? {};
    expect(row[column] ?? '', `${key} ${column}`).toBe(change['previous']);
    known.set(key, { ...row, [column]: change['current']! });
  }
  return [...known.values()].map(written).filter((row) => Object.keys(row).length > 0);
}

const written = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''));

const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

onEngines('a closed date of statements', (engine) => {
  it('stays as it was, and late rows, payouts and bank rows become adjustments', async () => {
    const made = await closed(engine);
    const before = bytesBelow(join(made.out, MONDAY));
    await made.read('portal-2.csv', LATE, `${WEDNESDAY}T10:00:00Z`);
    await made.read('bank.csv', BANK, `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([THURSDAY], KNOWN);
    expect(bytesBelow(join(made.out, MONDAY))).toEqual(before);

    const rows = made.rows(THURSDAY, 'adjustments');
    const payout = rows.filter(({ item }) => item === 'PO-1 BRL');
    expect(told(payout)).toEqual(
      [
        ...[`bank_amount:  -> 147.00`, `bank_minor:  -> 14700`, `bank_reference:  -> PAYOUT PO-1`],
        ...[`booked_on:  -> ${TUESDAY}`, `difference_amount:  -> -1.00`, `difference_minor:  -> -100`],
        ...[`fee_amount: 1.00 -> 2.00`, `fee_minor: 100 -> 200`],
        ...[`gross_amount: 100.00 -> 150.00`, `gross_minor: 10000 -> 15000`],
        ...[`net_amount: 99.00 -> 148.00`, `net_minor: 9900 -> 14800`, 'rows: 1 -> 2'],
      ].map((change) => `${MONDAY} PO-1 BRL payout.${change}`),
    );
    expect(payout.every((row) => row['merchant_id'] === '' && row['order_no'] === '')).toBe(true);

    const added = rows.filter(({ field }) => field === 'payout' || field === 'statement');
    expect(added.map((row) => [row['order_no'], row['field'], row['previous'], row['current']])).toEqual([
      ['', 'payout', '', `${MONDAY} BR`],
      ['ELSEWHERE2', 'statement', '', `${MONDAY} BR`],
      ['LATECOMER1', 'statement', '', `${MONDAY} BR`],
    ]);
    const { item } = added[0]!;
    expect(told(rows.filter((row) => row['item'] === item))).toContain(
      `${MONDAY} ${item} payout.bank_reference:  -> TED 12345`,
    );
    const verified = await verify(made.store, SETTINGS, { dates: [MONDAY, THURSDAY], out: made.out });
    expect(deviationsOf(verified)).toEqual([]);
  });

  it('and its adjustments are together what a store shows that knew everything at once', async () => {
    const made = await withLateNews(engine);
    const fresh = books(await engine.open());
    await feed(fresh.store, join(fresh.out, '../day.ndjson'), [MONDAYS], `${TUESDAY}T05:00:00Z`);
    for (const [name, text] of [
      ['portal-1.csv', EARLY],
      ['portal-2.csv', LATE],
      ['bank.csv', BANK],
    ] as const)
      await fresh.read(name, text, `${WEDNESDAY}T10:00:00Z`);
    await fresh.reconcile([MONDAY], KNOWN);
    const payouts = adjusted(made, 'payouts', 'payout', (row) => row['payout_id']!);
    expect(sorted(payouts)).toEqual(sorted(fresh.rows(MONDAY, 'payouts').map(written)));
    const stated = adjusted(made, 'statement', 'statement', (row) => row['row_id']!);
    const pathless = (rows: readonly Row[]) => sorted(rows.map(({ source: _, ...row }) => row));
    expect(pathless(stated)).toEqual(pathless(fresh.rows(MONDAY, 'statement').map(written)));
  });

  it('tells each change once, and a row that finds its order by the order', async () => {
    const made = await withLateNews(engine);
    const first = made.rows(THURSDAY, 'adjustments');
    await made.reconcile([THURSDAY], '2026-11-19T06:30:00Z');
    expect(made.rows(THURSDAY, 'adjustments')).toEqual(first);

    const order = payInLine({
      orderNo: 'LATECOMER1',
      tradeNo: 'X3',
      amount: '7000',
      at: `${MONDAY}T13:05:00Z`,
    });
    await feed(made.store, join(made.out, '../late.ndjson'), [on(MONDAY, order)], '2026-11-19T06:40:00Z');
    await made.reconcile([THURSDAY], LATER);
    const second = made.rows(THURSDAY, 'adjustments').slice(first.length);
    expect(second.every((row) => row['order_no'] === 'LATECOMER1')).toBe(true);
    const changes = second.map((row) => `${row['field']}: ${row['previous']} -> ${row['current']}`);
    expect(changes).toContain('stated_minor:  -> 7000');
    expect(changes).toContain(`statement: ${MONDAY} BR -> `);
    expect(changes).toContain('statement.gross_minor: 7000 -> ');
  });

  it('loses a payout that a late row moves to an open date, with all its values', async () => {
    const made = await closed(engine);
    const moving = `R2,ELSEWHERE2,X2,M0001,50,1,49,${TUESDAY} 11:00:00,${TUESDAY},PO-1`;
    await made.read('portal-2.csv', lines(HEAD, moving), `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([TUESDAY, THURSDAY], KNOWN);
    const rows = told(made.rows(THURSDAY, 'adjustments'));
    expect(rows).toContain(`${MONDAY} PO-1 BRL payout: ${MONDAY} BR -> ${TUESDAY} BR`);
    expect(rows).toContain(`${MONDAY} PO-1 BRL payout.net_minor: 9900 -> `);
    expect(made.rows(TUESDAY, 'payouts')).toMatchObject([{ payout_id: 'PO-1', net_minor: '14800' }]);
    expect(adjusted(made, 'payouts', 'payout', (row) => row['payout_id']!)).toEqual([]);
  });
});
