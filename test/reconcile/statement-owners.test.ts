import { expect, it } from 'vitest';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { putStatement, type StatementRow } from './statement-evidence.ts';

const NOW = '2026-11-20T12:00:00Z';
const AT = instantOf(NOW);
const LATER = '2026-11-20T12:00:00.000001Z';

type Said = 'A' | 'B' | 'other' | 'refund';

interface Case {
  readonly records: readonly string[];
  readonly row: StatementRow;
  /** Order number and merchant; undefined where the row is of no order. */
  readonly owner: string | undefined;
}

const asked = (orderNo: string, tradeNo: string, merchantId = 'M0001') =>
  payInLine({ orderNo, tradeNo, merchantId });
const askedAt = (orderNo: string, tradeNo: string, local: string) =>
  asked(orderNo, tradeNo).replaceAll(/2026-11-19T1[03]:05:0\d(Z|-03:00)/g, `2026-11-20T${local}-03:00`);
/** At the as-of, and after it. */
const askedNow = (orderNo: string, tradeNo: string) => askedAt(orderNo, tradeNo, '09:00:00');
const askedLater = (orderNo: string, tradeNo: string) => askedAt(orderNo, tradeNo, '09:00:00.000001');
const called = (orderNo: string, tradeNo: string, merchantId = 'M0001', at?: string) =>
  callbackLine({ orderNo, tradeNo, merchantId, ...(at === undefined ? {} : { at }) });
const forged = (line: string) => line.replace('"verified":true', '"verified":false');

/** By what the row has, and the orders that may be meant. Order numbers begin with the letter of their part. */
const CASES: Readonly<Record<string, Case>> = {
  'the number of an unknown order, whose callback has the tradeNo of one order that was asked for twice': {
    records: [
      called('XA00000001', 'TA'),
      asked('YA00000001', 'TA'),
      asked('YA00000001', 'TA').replace('13:05:00Z', '13:05:09Z'),
    ],
    row: { orderNo: 'XA00000001' },
    owner: undefined,
  },
  'the number of an unknown order, whose callback has the tradeNo of two orders of its merchant': {
    records: [called('XB00000001', 'TB'), asked('YB00000001', 'TB'), asked('YB00000002', 'TB')],
    row: { orderNo: 'XB00000001' },
    owner: 'XB00000001 M0001',
  },
  'the number of an unknown order, whose callback has the tradeNo of two orders of one number': {
    records: [called('XC00000001', 'TC'), asked('YC00000001', 'TC'), asked('YC00000001', 'TC', 'M0002')],
    row: { orderNo: 'XC00000001' },
    owner: 'XC00000001 M0001',
  },
  'the number of an unknown order, whose callback has the tradeNo of an order of another merchant': {
    records: [called('XD00000001', 'TD', 'M0002'), asked('YD00000001', 'TD')],
    row: { orderNo: 'XD00000001' },
    owner: 'XD00000001 M0002',
  },
  'the number of an unknown order, whose callback has the tradeNo of an order that is asked for later': {
    records: [called('XE00000001', 'TE'), askedLater('YE00000001', 'TE')],
    row: { orderNo: 'XE00000001' },
    owner: 'XE00000001 M0001',
  },
  'the number of an order, and a merchant whose callback for it belongs to the order of another': {
    records: [called('XF00000001', 'TF', 'M0002'), asked('XF00000001', 'TF')],
    row: { orderNo: 'XF00000001', merchantId: 'M0002' },
    owner: 'XF00000001 M0001',
  },
  'the tradeNo of two orders, and the number of one of them': {
    records: [asked('XG00000001', 'TG'), asked('XG00000002', 'TG')],
    row: { orderNo: 'XG00000002', tradeNo: 'TG' },
    owner: 'XG00000002 M0001',
  },
  'the tradeNo of two orders, one of which was paid by it, and the number of a third': {
    records: [
      asked('XH00000001', 'TH'),
      asked('XH00000002', 'TH'),
      called('XH00000001', 'TH'),
      called('XH00000001', 'TH', 'M0001', '2026-11-19T14:00:00Z'),
      asked('XH00000003', 'OTHER'),
    ],
    row: { orderNo: 'XH00000003', tradeNo: 'TH' },
    owner: 'XH00000001 M0001',
  },
  'the tradeNo of a callback that is no payment': {
    records: [asked('XI00000001', 'OTHER'), called('XI00000001', 'TI').replace('SUCCESS', 'PROCESSING')],
    row: { tradeNo: 'TI' },
    owner: undefined,
  },
  'the tradeNo of another merchant, and the number of an order of its own': {
    records: [asked('XJ00000001', 'TJ'), asked('XJ00000002', 'OTHER', 'M0002'), called('XJ00000001', 'TJ')],
    row: { orderNo: 'XJ00000002', merchantId: 'M0002', tradeNo: 'TJ' },
    owner: 'XJ00000002 M0002',
  },
  'the tradeNo and the number of two orders': {
    records: [asked('XW00000001', 'TW'), asked('XW00000001', 'TW', 'M0002')],
    row: { orderNo: 'XW00000001', tradeNo: 'TW' },
    owner: undefined,
  },
  'the number of two orders': {
    records: [asked('XK00000001', 'OTHER'), asked('XK00000001', 'OTHER', 'M0002')],
    row: { orderNo: 'XK00000001' },
    owner: undefined,
  },
  'the number of an order that is asked for later': {
    records: [askedLater('XL00000001', 'OTHER')],
    row: { orderNo: 'XL00000001' },
    owner: undefined,
  },
  'the tradeNo of an order that is asked for later': {
    records: [askedLater('XM00000001', 'TM')],
    row: { tradeNo: 'TM' },
    owner: undefined,
  },
  'the number of an order that is called back later': {
    records: [called('XN00000001', 'TN', 'M0001', LATER)],
    row: { orderNo: 'XN00000001' },
    owner: undefined,
  },
  'the tradeNo of a callback that comes later': {
    records: [asked('XO00000001', 'OTHER'), called('XO00000001', 'TO', 'M0001', LATER)],
    row: { tradeNo: 'TO' },
    owner: undefined,
  },
  'the number of an order that is asked for at the as-of': {
    records: [askedNow('XS00000001', 'OTHER')],
    row: { orderNo: 'XS00000001' },
    owner: 'XS00000001 M0001',
  },
  'the number of an order that is called back at the as-of': {
    records: [called('XT00000001', 'TT', 'M0001', NOW)],
    row: { orderNo: 'XT00000001' },
    owner: 'XT00000001 M0001',
  },
  'the tradeNo of an order that is asked for at the as-of': {
    records: [askedNow('XU00000001', 'TU')],
    row: { tradeNo: 'TU' },
    owner: 'XU00000001 M0001',
  },
  'the tradeNo of a callback that comes at the as-of': {
    records: [asked('XV00000001', 'OTHER'), called('XV00000001', 'TV', 'M0001', NOW)],
    row: { tradeNo: 'TV' },
    owner: 'XV00000001 M0001',
  },
  'the number of an order with a forged callback alone': {
    records: [forged(called('XP00000001', 'TP'))],
    row: { orderNo: 'XP00000001' },
    owner: undefined,
  },
  'the tradeNo of a forged callback': {
    records: [asked('XQ00000001', 'OTHER'), forged(called('XQ00000001', 'TQ'))],
    row: { tradeNo: 'TQ' },
    owner: undefined,
  },
  'the tradeNo of a callback that was not verified': {
    records: [
      asked('XR00000001', 'OTHER'),
      called('XR00000001', 'TR').replace('"verified":true', '"verified":null'),
    ],
    row: { tradeNo: 'TR' },
    owner: 'XR00000001 M0001',
  },
};

onEngines('a row of a statement', (engine) => {
  it('belongs to the one order that it can mean, by each way to mean one', async () => {
    const store = await engine.emptied();
    const records = Object.values(CASES).flatMap((one) => one.records);
    const rows = Object.entries(CASES).map(([rowId, { row }]) => ({ ...row, rowId }));
    await store.session((session) => putStatement(session, rows));
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
    await store.session(async (session) => {
      await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
      const kept = await session.db
        .selectFrom('statement_rows')
        .select(['row_id', 'matched', 'matched_order_no', 'matched_merchant_id'])
        .execute();
      const found = kept.map((row) => [
        row.row_id,
        row.matched === 'none' ? undefined : `${row.matched_order_no} ${row.matched_merchant_id}`,
      ]);
      const expected = Object.entries(CASES).map(([rowId, { owner }]) => [rowId, owner]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    });
  });

  it.each([
    ['the tradeNo of a response', [asked('ALONE00001', 'T1')], { tradeNo: 'T1' }],
    ['the tradeNo of a payment', [asked('ALONE00001', 'T1'), called('ALONE00001', 'T2')], { tradeNo: 'T2' }],
    ['the number of an order without a request', [called('ALONE00001', 'T1')], { orderNo: 'ALONE00001' }],
  ])('that is the only one belongs to its order by %s', async (_name, records, row) => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
    await store.session(async (session) => {
      await putStatement(session, [row]);
      await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
      const kept = await session.db.selectFrom('statement_rows').select('matched_order_no').execute();
      expect(kept).toEqual([{ matched_order_no: 'ALONE00001' }]);
    });
  });

  it.each<readonly [string, readonly Said[], readonly Said[]]>([
    ['of one source', ['A', 'B'], []],
    ['of two sources', ['A'], ['B']],
    ['of two sources, the later of which names an order that has another row', ['A', 'other'], ['B']],
    ['of two sources, the earlier of which names an order with a refund', ['A', 'refund'], ['B']],
  ])(
    'counts no more where the last statement of it names another order, %s',
    async (_name, first, second) => {
      const said = [first, second];
      const rows = {
        A: { rowId: 'R1', orderNo: 'NEW0000001', tradeNo: 'T1' },
        B: { rowId: 'R1', orderNo: 'NEW0000002', tradeNo: 'T2' },
        other: { rowId: 'R2', orderNo: 'NEW0000002', tradeNo: 'T2' },
        refund: { rowId: 'R3', orderNo: 'NEW0000001', tradeNo: 'T1', type: 'refund', gross: 5 },
      } as const;
      const store = await engine.emptied();
      const records = [1, 2].flatMap((n) => [
        asked(`NEW000000${n}`, `T${n}`),
        called(`NEW000000${n}`, `T${n}`),
      ]);
      await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
      await store.session(async (session) => {
        for (const names of said)
          await putStatement(
            session,
            names.map((name) => rows[name]),
          );
        await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
        const kept = await session.db
          .selectFrom('statement_rows')
          .select(['row_id', 'matched_order_no'])
          .orderBy('row_id')
          .execute();
        const counting = said
          .flat()
          .filter((name) => name !== 'A')
          .map((name) => rows[name]);
        expect(kept).toEqual(
          counting
            .map((row) => ({ row_id: row.rowId, matched_order_no: row.orderNo }))
            .sort((a, b) => a.row_id.localeCompare(b.row_id)),
        );
        const orders = await session.db
          .selectFrom('order_rows')
          .select(['order_no', 'stated_minor', 'returned_minor'])
          .orderBy('order_no')
          .execute();
        const isRefunded = said.flat().includes('refund');
        expect(orders).toEqual([
          { order_no: 'NEW0000001', stated_minor: null, returned_minor: isRefunded ? '5' : null },
          {
            order_no: 'NEW0000002',
            stated_minor: said.flat().includes('other') ? '40000' : '20000',
            returned_minor: null,
          },
        ]);
      });
    },
  );

  it('makes its order be judged, also where another of the merchant is judged for its own', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const judge = (session: Session) =>
      transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
    const first = [asked('FIRST00001', 'T1'), called('FIRST00001', 'T1'), asked('OTHER00001', 'T2')];
    await read(store, [write(folder, 'a.ndjson', lines(...first))]);
    await store.session(judge);
    await read(store, [write(folder, 'b.ndjson', lines(called('OTHER00001', 'T2')))]);
    await store.session(async (session) => {
      await putStatement(session, [{ tradeNo: 'T1', gross: 100 }]);
      await judge(session);
      const orders = await session.db
        .selectFrom('order_rows')
        .select(['order_no', 'stated_minor'])
        .where('until_run', 'is', null)
        .orderBy('order_no')
        .execute();
      expect(orders).toEqual([
        { order_no: 'FIRST00001', stated_minor: '100' },
        { order_no: 'OTHER00001', stated_minor: null },
      ]);
    });
  });
});
