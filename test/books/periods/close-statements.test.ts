/** What statements and the bank say late of dates that are closed. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { payouts } from '../../../reports/payouts.ts';
import { statement } from '../../../reports/statement.ts';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { writeReportFiles } from '../../../src/books/run/report-files.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { bytesBelow, feed, instant, readCsv } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { AFTER, MONDAY, MONDAYS, on, THURSDAY, TUESDAY, WEDNESDAY } from '../run/reported-books.ts';
import { decision } from './closed-books.ts';

type Row = Readonly<Record<string, string>>;

const HEAD = 'row_id,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id';
const TYPED_HEAD = `row_id,type,status,${HEAD.slice('row_id,'.length)}`;
const BANK_HEAD = 'booked_on,amount,reference';
const KNOWN = AFTER[WEDNESDAY];
const LATER = '2026-11-19T07:00:00Z';

/** Monday's payout of a row without an order, as it was known before Monday was closed. */
const EARLY = lines(HEAD, `R1,ELSEWHERE1,X1,M0001,100,1,99,${MONDAY} 10:00:00,${MONDAY},PO-1`);
/** Another row of it, and one without a payout, of orders that no log has. */
const LATE = lines(
  HEAD,
  `R2,ELSEWHERE2,X2,M0001,50,1,49,${MONDAY} 11:00:00,${MONDAY},PO-1`,
  `R3,LATECOMER1,X3,M0001,70,1,69,${MONDAY} 12:00:00,,`,
);
/** What the bank booked of the payout, on an open date, and a row without one, on a closed date. */
const BANK = lines(BANK_HEAD, `${TUESDAY},147.00,PAYOUT PO-1`, `${MONDAY},5.55,TED 12345`);

interface Books {
  readonly store: Store;
  readonly out: string;
  read(name: string, text: string, at: string): Promise<unknown>;
  reconcile(dates: readonly string[], at: string): Promise<unknown>;
  rows(date: string, report: string): Row[];
}

function books(store: Store): Books {
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  return {
    ...{ store, out },
    read: (name, text, at) =>
      ingest(store, SETTINGS, { paths: [write(folder, name, text)], readAt: instant(at) }),
    reconcile: (dates, at) => {
      const asOf = instant(at);
      const request = { dates: [...dates], region: 'BR', asOf, startedAt: asOf, out };
      return reconcileDates(store, SETTINGS, request);
    },
    rows: (date, report) => readCsv(join(out, date, 'BR/latest', `${report}.csv`)) as Row[],
  };
}

/** Monday as it was published and closed. */
async function closed(engine: Engine, stated = EARLY): Promise<Books> {
  const made = books(await engine.emptied());
  await feed(made.store, join(made.out, '../day.ndjson'), [MONDAYS], `${TUESDAY}T05:00:00Z`);
  await made.read('portal-1.csv', stated, `${TUESDAY}T05:00:00Z`);
  await made.reconcile([MONDAY], AFTER[MONDAY]);
  await closePeriod(made.store, SETTINGS, decision(MONDAY));
  return made;
}

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

  it('adds up with what is corrected, withdrawn or finds its order, each against what was told of it', async () => {
    const made = await closed(engine);
    const corrected = lines(HEAD, `R1,ELSEWHERE1,X1,M0001,120,1,119,${MONDAY} 10:00:00,${MONDAY},PO-1`);
    await made.read('portal-3.csv', corrected, `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([THURSDAY], KNOWN);
    await addsUp(made, 'a row is corrected');
    await made.read('portal-2.csv', LATE, '2026-11-19T06:10:00Z');
    await made.read('bank.csv', BANK, '2026-11-19T06:10:00Z');
    await made.reconcile([THURSDAY], '2026-11-19T06:20:00Z');
    await addsUp(made, 'rows are late');
    const order = payInLine({ orderNo: 'LATECOMER1', tradeNo: 'X3', at: `${MONDAY}T13:05:00Z` });
    await feed(made.store, join(made.out, '../late.ndjson'), [on(MONDAY, order)], '2026-11-19T06:40:00Z');
    await made.reconcile([THURSDAY], LATER);
    await addsUp(made, 'a row finds its order');
    for (const [source, at] of [
      ['portal-2.csv', '2026-11-19T08:00:00Z'],
      ['bank.csv', '2026-11-19T09:00:00Z'],
    ] as const) {
      const decided = { who: 'ana', reason: 'wrong file', at: instant(at), asOf: instant(at), out: made.out };
      await made.store.exclusively(() => withdraw(made.store, SETTINGS, { source, ...decided }));
      await made.reconcile([THURSDAY], at);
      await addsUp(made, `${source} is withdrawn`);
    }
    const { rows } = made;
    const change = (column: string) =>
      sumOf(adjustmentsOf(rows(THURSDAY, 'adjustments'), `payout.${column}`));
    expect([change('net_minor'), change('bank_minor')]).toEqual([2000, 0]);
  });

  it('adds up with refunds, chargebacks, fees and failed rows of an order, which no sum of the order has', async () => {
    const ofMonday = (row: string, hour: number) => `${row},${MONDAY} ${hour}:30:00,,`;
    const made = await closed(
      engine,
      lines(
        TYPED_HEAD,
        ofMonday('R1,refund,paid,MONDAY0001,M1,M0001,7,0,-7', 11),
        ofMonday('R2,refund,paid,LATECOMER1,X3,M0001,30,0,-30', 12),
        ofMonday('R3,payment,paid,LATECOMER1,X3,M0001,70,1,69', 13),
      ),
    );
    const late = lines(
      TYPED_HEAD,
      ofMonday('R4,chargeback,paid,MONDAY0001,M1,M0001,100,5,-105', 14),
      ofMonday('R5,fee,paid,,M1,,,3,', 15),
      ofMonday('R6,payment,failed,MONDAY0001,M1,M0001,60,0,60', 16),
      ofMonday('R7,payment,paid,MONDAY0001,M1,M0001,150,1,149', 17),
    );
    await made.read('portal-2.csv', late, `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([THURSDAY], KNOWN);
    await addsUp(made, 'rows are late');
    const changes = () =>
      made
        .rows(THURSDAY, 'adjustments')
        .map((row) => `${row['field']}: ${row['previous']} -> ${row['current']}`);
    expect(changes()).toContain('stated_minor:  -> 15000');
    expect(changes()).toContain('statement.gross_minor:  -> 10000');
    expect(changes()).toContain('statement.fee_minor:  -> 300');
    expect(changes()).not.toContain('statement.gross_minor:  -> 15000');

    const corrected = lines(TYPED_HEAD, ofMonday('R1,refund,paid,MONDAY0001,M1,M0001,9,0,-9', 11));
    await made.read('portal-3.csv', corrected, '2026-11-19T06:10:00Z');
    await made.reconcile([THURSDAY], '2026-11-19T06:20:00Z');
    await addsUp(made, 'a refund is corrected');

    const order = payInLine({ orderNo: 'LATECOMER1', tradeNo: 'X3', at: `${MONDAY}T13:05:00Z` });
    await feed(made.store, join(made.out, '../late.ndjson'), [on(MONDAY, order)], '2026-11-19T06:40:00Z');
    await made.reconcile([THURSDAY], LATER);
    await addsUp(made, 'rows find their order');
    expect(changes()).toContain('statement.matched: none -> order');
    const verified = await verify(made.store, SETTINGS, { dates: [MONDAY, THURSDAY], out: made.out });
    expect(deviationsOf(verified)).toEqual([]);
  });
});

const MONEY = {
  payout: ['gross_minor', 'fee_minor', 'net_minor', 'bank_minor', 'difference_minor', 'rows'],
  statement: ['gross_minor', 'fee_minor', 'net_minor'],
} as const;

/** Sums of what was published of Monday and of its adjustments are those of what is known of it now. */
async function addsUp(made: Books, when: string): Promise<void> {
  const folder = temporaryFolder();
  const wanted = { dates: [MONDAY], regions: ['BR'], at: instant('2026-11-19T09:30:00Z') };
  await withScopes(made.store, SETTINGS, wanted, async (session, scopes) => {
    const layout = { form: STANDARD, byDate: false, empty: true };
    await writeReportFiles(session, [payouts, statement], scopes, folder, layout);
  });
  const changes = made.rows(THURSDAY, 'adjustments');
  for (const [kind, report] of [
    ['payout', 'payouts'],
    ['statement', 'statement'],
  ] as const) {
    const isAlone = (row: Row) =>
      kind === 'payout' || row['matched'] === 'none' || row['type'] !== 'payment' || row['status'] !== 'paid';
    const known = (readCsv(join(folder, `${report}.csv`)) as Row[]).filter(isAlone);
    const published = made.rows(MONDAY, report).filter(isAlone);
    for (const column of MONEY[kind]) {
      const cells = (rows: readonly Row[]) => sumOf(rows.map((row) => row[column]!));
      const change = sumOf(adjustmentsOf(changes, `${kind}.${column}`));
      expect(cells(published) + change, `${when}: ${kind}.${column}`).toBe(cells(known));
    }
  }
}

/** What the adjustments of a field add, and take away. */
function adjustmentsOf(rows: readonly Row[], field: string): string[] {
  return rows
    .filter((row) => row['field'] === field)
    .flatMap((row) => [row['current']!, row['previous'] === '' ? '' : String(-Number(row['previous']))]);
}

function sumOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + Number(cell === '' ? 0 : cell), 0);
}
