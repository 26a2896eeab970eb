import { expect, it } from 'vitest';
import { transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine, type RecordChoice } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { STATED_CODES } from './stated-model.ts';
import { coverByStatements, putStatement, type StatementRow } from './statement-evidence.ts';

const AT = instantOf('2026-11-20T12:00:00Z');
const SETTINGS = parseSettings({
  tolerances: { BRL: 1 },
  fees: [{ region: 'BR', from: '2026-01-01', fixed: 1, rounding: 'down' }],
});

/** An order of BRL 200.00 for each payment, and rows of statements. */
interface Case {
  /** How many callbacks the order has, each of a payment of its own: T1, T2. */
  readonly payments: 1 | 2;
  /** What the last callback has instead of the time of its payment. */
  readonly time?: string;
  /** When the last callback was received. */
  readonly at?: string;
  /** What its records have instead of PIX and BRL. */
  readonly records?: Pick<RecordChoice, 'currency' | 'method'>;
  readonly rows: readonly StatementRow[];
  readonly findings: string;
  /** What is said of each row. */
  readonly said: readonly string[];
}

const AMOUNT = 'STATEMENT_AMOUNT_MISMATCH';
const paid = (tradeNo: string | null, more: StatementRow = {}): StatementRow => ({ tradeNo, ...more });

const CASES: Readonly<Record<string, Case>> = {
  EQUAL: { payments: 2, rows: [paid('T1'), paid('T2')], findings: '', said: ['payment', 'payment'] },
  LESS1: { payments: 1, rows: [paid('T1', { gross: 19_999 })], findings: '', said: ['payment'] },
  LESS2: {
    payments: 1,
    rows: [paid('T1', { gross: 19_998 })],
    findings: AMOUNT,
    said: [`payment ${AMOUNT}`],
  },
  MORE1: { payments: 1, rows: [paid('T1', { gross: 20_001 })], findings: '', said: ['payment'] },
  MORE2: {
    payments: 1,
    rows: [paid('T1', { gross: 20_002 })],
    findings: AMOUNT,
    said: [`payment ${AMOUNT}`],
  },
  MONEY: {
    payments: 1,
    rows: [paid('T1', { currency: 'EGP' })],
    findings: AMOUNT,
    said: [`payment ${AMOUNT}`],
  },
  LASTMONEY: {
    payments: 1,
    rows: [paid('T1'), paid('T1', { currency: 'USD' })],
    findings: `${AMOUNT} STATEMENT_DUPLICATE`,
    said: ['payment STATEMENT_DUPLICATE', `payment ${AMOUNT} STATEMENT_DUPLICATE`],
  },
  FIRSTMONEY: {
    payments: 1,
    rows: [paid('T1'), paid('T1', { currency: 'AED' })],
    findings: `${AMOUNT} STATEMENT_DUPLICATE`,
    said: ['payment STATEMENT_DUPLICATE', `payment ${AMOUNT} STATEMENT_DUPLICATE`],
  },
  NOSUM: { payments: 1, rows: [paid('T1', { gross: null })], findings: '', said: ['payment'] },
  ABSENT: {
    payments: 2,
    rows: [paid('T1')],
    findings: 'NOT_IN_STATEMENT',
    said: ['payment'],
  },
  UNTIMED: { payments: 2, time: 'noon', rows: [paid('T1')], findings: 'NOT_IN_STATEMENT', said: ['payment'] },
  AHEAD: {
    ...{ payments: 2, time: '2026-11-21T10:06:00-03:00' },
    rows: [paid('T1')],
    findings: 'NOT_IN_STATEMENT',
    said: ['payment'],
  },
  UNTIMED1: { payments: 1, time: 'noon', rows: [], findings: 'NOT_IN_STATEMENT', said: [] },
  AHEAD1: {
    ...{ payments: 1, time: '2026-11-21T10:06:00-03:00' },
    rows: [],
    findings: 'NOT_IN_STATEMENT',
    said: [],
  },
  UNTOLD: {
    payments: 2,
    rows: [paid('T1'), paid(null)],
    findings: 'NOT_IN_STATEMENT',
    said: ['payment', 'order'],
  },
  WAITS: {
    payments: 2,
    rows: [paid('T1'), paid('T2', { status: 'pending' })],
    findings: 'NOT_IN_STATEMENT',
    said: ['payment', 'payment'],
  },
  FAILS: {
    payments: 2,
    rows: [paid('T1'), paid('T2', { status: 'failed' })],
    findings: 'NOT_IN_STATEMENT STATEMENT_STATUS_MISMATCH',
    said: ['payment', 'payment STATEMENT_STATUS_MISMATCH'],
  },
  BACK: {
    payments: 2,
    rows: [paid('T1'), paid('T2'), paid('T2', { status: 'reversed' })],
    findings: 'STATEMENT_STATUS_MISMATCH',
    said: ['payment', 'payment', 'payment STATEMENT_STATUS_MISMATCH'],
  },
  WITHIN: {
    payments: 2,
    rows: [paid('T1', { gross: 19_999 }), paid('T2', { gross: 20_001 })],
    findings: '',
    said: ['payment', 'payment'],
  },
  LOWER: {
    payments: 2,
    rows: [paid('T1'), paid('T2', { gross: 19_998 })],
    findings: AMOUNT,
    said: ['payment', `payment ${AMOUNT}`],
  },
  HIGHER: {
    payments: 2,
    rows: [paid('T1', { gross: 20_002 }), paid('T2')],
    findings: AMOUNT,
    said: [`payment ${AMOUNT}`, 'payment'],
  },
  POUNDS: {
    payments: 2,
    rows: [paid('T1', { currency: 'EGP' }), paid('T2')],
    findings: AMOUNT,
    said: [`payment ${AMOUNT}`, 'payment'],
  },
  TWICE: {
    payments: 2,
    rows: [paid('T1'), paid('T2'), paid('T2')],
    findings: 'STATEMENT_DUPLICATE',
    said: ['payment', 'payment STATEMENT_DUPLICATE', 'payment STATEMENT_DUPLICATE'],
  },
  TWICEOFF: {
    payments: 2,
    rows: [paid('T1'), paid('T2'), paid('T2', { gross: 19_998 })],
    findings: `${AMOUNT} STATEMENT_DUPLICATE`,
    said: ['payment', 'payment STATEMENT_DUPLICATE', `payment ${AMOUNT} STATEMENT_DUPLICATE`],
  },
  EVENING: {
    ...{ payments: 2, time: '2026-11-19T23:30:00-03:00', at: '2026-11-20T02:31:00Z' },
    rows: [paid('T1')],
    findings: 'NOT_IN_STATEMENT',
    said: ['payment'],
  },
  NEXTDAY: {
    ...{ payments: 2, time: '2026-11-20T06:00:00-03:00', at: '2026-11-20T09:01:00Z' },
    rows: [paid('T1')],
    findings: '',
    said: ['payment'],
  },
  NEXTDAYOFF: {
    ...{ payments: 2, time: '2026-11-20T06:00:00-03:00', at: '2026-11-20T09:01:00Z' },
    rows: [paid('T1'), paid('T2', { gross: 19_998 })],
    findings: AMOUNT,
    said: ['payment', `payment ${AMOUNT}`],
  },
  DOLLARS: {
    ...{ payments: 2, records: { currency: 'USD' } },
    rows: [paid('T1', { currency: 'USD' }), paid('T2', { currency: 'USD', gross: 20_001 })],
    findings: AMOUNT,
    said: ['payment', `payment ${AMOUNT}`],
  },
  NOREGION: {
    ...{ payments: 2, records: { currency: 'ABC', method: 'OTHER' } },
    // Without a region, amounts are in major units.
    rows: [
      paid('T1', { currency: 'ABC', gross: 2_000_000 }),
      paid('T2', { currency: 'ABC', status: 'failed' }),
    ],
    findings: 'STATEMENT_STATUS_MISMATCH',
    said: ['payment', 'payment STATEMENT_STATUS_MISMATCH'],
  },
  ONCE: {
    payments: 1,
    rows: [paid('T1'), paid('T1', { status: 'pending' }), paid('T1', { type: 'fee' })],
    findings: '',
    said: ['payment', 'payment', 'order'],
  },
};

onEngines('rows of an order', (engine) => {
  it('are compared with its payment, or each with the payment of its tradeNo', async () => {
    const store = await engine.emptied();
    const records = Object.entries(CASES).flatMap(([orderNo, { payments, time, at, records: choice }]) => {
      const callbacks = ['T1', 'T2'].slice(0, payments).map((trade, index) =>
        callbackLine({
          ...{ orderNo, tradeNo: `${orderNo}-${trade}`, ...choice },
          ...(at === undefined || index < payments - 1 ? {} : { at }),
        }),
      );
      const last = callbacks.pop()!;
      const timed = time === undefined ? last : last.replace('2026-11-19T10:06:00-03:00', time);
      return [payInLine({ orderNo, tradeNo: `${orderNo}-T1`, ...choice }), ...callbacks, timed];
    });
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
    await store.session(async (session) => {
      const rows = Object.entries(CASES).flatMap(([orderNo, one]) =>
        one.rows.map(({ tradeNo, ...row }, index) => ({
          ...{ orderNo, rowId: `${orderNo} ${index}`, ...row },
          tradeNo: tradeNo === null ? null : `${orderNo}-${tradeNo}`,
        })),
      );
      const source = await putStatement(session, rows);
      await coverByStatements(session, source, ['2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z']);
      await transaction(session, () => reconcile(session, SETTINGS, { asOf: AT, startedAt: AT }));
      const orders = await session.db.selectFrom('order_rows').select(['order_no', 'findings']).execute();
      const stated = await session.db
        .selectFrom('statement_rows')
        .select(['matched_order_no', 'matched', 'findings'])
        .orderBy('row_id')
        .execute();
      const found = orders.map(({ order_no, findings }) => [
        order_no,
        {
          findings: findings
            .split(' ')
            .filter((code) => STATED_CODES.has(code))
            .join(' '),
          said: stated
            .filter((row) => row.matched_order_no === order_no)
            .map((row) => `${row.matched} ${row.findings}`.trim()),
        },
      ]);
      const expected = Object.entries(CASES).map(([orderNo, { findings, said }]) => [
        orderNo,
        { findings, said },
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    });
  });
});
