/** What the checks of a run find in books that do not tie, on rows that are put into the tables as they are. */
import { expect, it } from 'vitest';
import { runSqlFile, type SqlParameters } from '../../src/database/sql-file.ts';
import type { Store } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, putSource, type Row, type SourceCounts, undone } from './put-rows.ts';

type Rows = Partial<Record<keyof Tables, readonly Row[]>>;

/** Puts sources and rows, runs a check, and gives what it finds as texts; nothing of it stays. */
function found(
  store: Store,
  file: string,
  parameters: SqlParameters,
  rows: Rows,
  sources: readonly SourceCounts[] = [],
): Promise<string[]> {
  return undone(store, async (session) => {
    // Without the constraint, which lets nobody keep other counts.
    await session.script('alter table sources drop constraint sources_tie');
    for (const counts of sources) await putSource(session, counts);
    for (const [table, put] of Object.entries(rows)) await putRows(session, table as keyof Tables, put);
    const { rows: mistakes } = await runSqlFile<Record<'what' | 'expected' | 'actual', string>>(
      session,
      `checks/${file}.sql`,
      parameters,
    );
    return mistakes.map(({ what, expected, actual }) => `${what}: ${actual}, not ${expected}`);
  });
}

/** One row of a source in each table of records. */
const stored = (...sources: number[]): Rows => {
  const rows = sources.map((source_id, line) => ({ source_id, line }));
  return { pay_ins: rows, callbacks: rows, statements: rows, bank_rows: rows, rejects: rows };
};

onEngines('sources', (engine) => {
  const COUNTED: readonly SourceCounts[] = [
    // The first was read before, the last after the run began.
    { records: 8, accepted: 9, rejected: 5 },
    {
      ...{ records: 11, accepted: 4, duplicate: 3, rejected: 4 },
      ...{ taken_over: 4, withdrawn_accepted: 1, purged_accepted: 3, purged_rejected: 3 },
    },
    { records: 6, accepted: 4, duplicate: 1, rejected: 1 },
    { records: 8, accepted: 9, rejected: 5 },
  ];
  const NOTHING = { records: 0 };
  it.each([
    ['tie', COUNTED, stored(1, 2, 3, 4), []],
    ['tie where none is new', [{ records: 9 }], stored(1), []],
    ['have more records than they counted', [NOTHING, { records: 1 }], {}, ['records read: 0, not 1']],
    [
      'have fewer records than they counted',
      [NOTHING, { records: 9, accepted: 4, duplicate: 3, rejected: 1 }],
      stored(2),
      ['records read: 8, not 9'],
    ],
    [
      'have records that they did not count',
      [NOTHING, { records: 0, accepted: 1, duplicate: 1 }],
      {},
      ['records read: 2, not 0', 'records stored: 0, not 1'],
    ],
    [
      'have counted nothing of what is stored',
      [NOTHING, NOTHING],
      stored(2),
      ['lines rejected: 1, not 0', 'records stored: 4, not 0'],
    ],
    [
      'have counted what is not stored',
      [NOTHING, { records: 2, accepted: 1, rejected: 1 }],
      {},
      ['lines rejected: 0, not 1', 'records stored: 0, not 1'],
    ],
  ] as const)('%s', async (_title, sources, rows, mistakes) => {
    const span = { since: 1, last_source: 3 };
    expect(await found(await engine.emptied(), '010_sources_tie', span, rows, sources)).toEqual(mistakes);
  });
});

const AS_OF = '2026-11-20T12:00:00Z';
const AFTERWARDS = '2026-11-20T12:00:01Z';
const PARAMETERS = {
  ...{ run: 5, known_source: 2, last_source: 4, as_of: AS_OF, paid: ['SUCCESS', 'PAID'] },
  ...{ from_order: null, to_order: null },
};
/** The orders of one lane: those before and after are of others. */
const RANGE = { from_order: 'BASKED', to_order: 'DASKED' };

const of = (order_no: string, more: Row = {}): Row => ({ order_no, ...more });
const paid = (paid_minor: number | null, paid_currency: string | null = 'BRL'): Row => ({
  ...{ payments: 1, paid_minor, paid_currency },
});
const called = (order_no: string, amount_minor: number, more: Row = {}): Row => ({
  ...{ order_no, amount_minor, currency: 'BRL', ...more },
});
const NEW = { source_id: 3 };
const NEWEST = { source_id: 4 };
const BEGUN = { from_run: 5 };

const UNPAID = ['KUNPAID1', 'KUNPAID2', 'KUNPAID3'];
/** New orders whose records are read one by one; those that this run does not judge among them. */
const NEW_ORDERS: Rows = {
  pay_ins: [
    ...['ABEFORE', 'BASKED', 'BOTHER', 'DASKED'].map((order_no) => of(order_no, NEW)),
    of('CASKED', { ...NEWEST, requested_at: AS_OF }),
    of('CAFTERWARDS', { ...NEWEST, requested_at: AFTERWARDS }),
    of('CKNOWN', { source_id: 2 }),
    of('CNEXT', { source_id: 5 }),
    of('COFLANE', NEWEST),
    of('KSINGLE'),
    of('KNEWEST', { ...NEWEST, requested_at: AS_OF }),
    of('KNEWEST', { ...NEWEST, requested_at: AFTERWARDS }),
    of('KNEWEST', { source_id: 5 }),
    of('KSINGLE', { merchant_id: 'M3' }),
    ...['KSINGLE2', ...UNPAID].map((order_no) => of(order_no)),
    of('BEGYPTIAN', NEW),
    ...[1, 4].map((source_id) => of('GTWICE', { source_id })),
    of('GNEW', NEW),
  ],
  callbacks: [
    ...['ABEFORE', 'DASKED'].map((order_no) => called(order_no, 7, NEW)),
    called('BASKED', 100, { ...NEWEST, received_at: AS_OF }),
    called('BOTHER', 100, { ...NEW, verified: true, status: 'PAID' }),
    called('BEGYPTIAN', 30, { ...NEW, currency: 'EGP' }),
    called('CASKED', 1, { ...NEW, status: 'PROCESSING' }),
    called('CASKED', 1, { ...NEW, verified: false }),
    called('CASKED', 1, { ...NEW, received_at: AFTERWARDS }),
    called('CKNOWN', 1, { source_id: 2 }),
    called('CASKED', 1, { source_id: 5 }),
    called('COFLANE', 1, NEW),
    called('KSINGLE', 100),
    called('KSINGLE2', 100, { verified: true }),
    called('KNEWEST', 30, { ...NEWEST, received_at: AS_OF, currency: 'EGP' }),
    called('KNEWEST', 1, { status: 'PROCESSING' }),
    called('KNEWEST', 1, { verified: false }),
    called('KNEWEST', 1, { received_at: AFTERWARDS }),
    called('KNEWEST', 1, { source_id: 5 }),
    called('KSINGLE', 1, { merchant_id: 'M3' }),
    called('GTWICE', 60, { ...NEWEST, received_at: AS_OF, verified: true }),
    called('GTWICE', 60),
    called('GTWICE', 1, { status: 'PROCESSING' }),
    ...['1', '2'].map((ack) => called('GTWICE', 1, { verified: false, ack })),
    called('GTWICE', 1, { received_at: AFTERWARDS }),
    called('GTWICE', 1, { source_id: 5 }),
    called('GTWICE', 1, { merchant_id: 'M3' }),
  ],
  order_rows: [
    ...['ABEFORE', 'DASKED'].map((order_no) => of(order_no, { ...BEGUN, ...paid(7) })),
    ...['BASKED', 'BOTHER'].map((order_no) => of(order_no, { ...BEGUN, ...paid(100) })),
    of('BEGYPTIAN', { ...BEGUN, ...paid(30, 'EGP') }),
    of('CASKED', BEGUN),
    of('CKNOWN', paid(1)),
    of('COFLANE', { ...BEGUN, ...paid(1) }),
    of('BASKED', { ...BEGUN, ...paid(1), merchant_id: 'M2' }),
    of('GNEW', BEGUN),
  ],
};
const GROUPED = ['GTWICE', 'GNEW', 'GODD'];
const KEYS = ['KSINGLE', 'KSINGLE2', 'KNEWEST', ...UNPAID, ...GROUPED];
/** Orders in work_keys: known ones, and those whose records are read together. */
const STATE: Rows = {
  ...NEW_ORDERS,
  work_keys: [
    ...KEYS.map((order_no) => of(order_no)),
    of('COFLANE', { is_own: false }),
    of('BASKED', { is_own: false, merchant_id: 'M2' }),
  ],
  work_marked: KEYS.map((order_no) => of(order_no)),
  work_grouped: GROUPED.map((order_no) => of(order_no)),
  work_order_results: [
    of('KSINGLE', paid(100)),
    of('KSINGLE2', paid(100)),
    ...UNPAID.map((order_no) => of(order_no)),
    of('KNEWEST', paid(30, 'EGP')),
    of('GTWICE', { ...paid(120), payments: 2 }),
    of('GODD', paid(5, null)),
    of('KSINGLE', { ...paid(1), merchant_id: 'M3' }),
  ],
  work_evidence: [
    of('GTWICE', { ...paid(120), payments: 2 }),
    of('GNEW', { paid_currency: 'BRL' }),
    of('GODD', paid(5, null)),
  ],
  work_callbacks: [
    ...Array.from({ length: 3 }, () => of('GTWICE')),
    of('KSINGLE'),
    of('GTWICE', { merchant_id: 'M3' }),
  ],
  work_payments: [
    called('GTWICE', 60),
    called('GTWICE', 60),
    called('GTWICE', 9, { currency: 'USD' }),
    called('GNEW', 1),
    called('GODD', 5, { currency: null }),
    called('GTWICE', 1, { merchant_id: 'M3' }),
  ],
};

onEngines('orders', (engine) => {
  const together = 'callbacks of orders whose records are read together';
  const { order_rows: _rows, work_order_results: _results, ...records } = STATE;
  const grouped = { work_grouped: [of('GTWICE')], callbacks: [called('GTWICE', 1)] };
  const twice = Array.from({ length: 2 }, () => of('GTWICE', { digest: '0'.repeat(32) }));
  it.each([
    ['tie', {}, STATE, []],
    ['tie in a range of a lane', RANGE, STATE, []],
    ['tie where there are none', {}, {}, []],
    [
      'have no results',
      {},
      records,
      [
        'orders: 0, not 15',
        ...['paid in BRL: 0, not 534', 'paid in EGP: 0, not 60', 'paid in no currency: 0, not 5'],
        'paid orders: 0, not 10',
      ],
    ],
    [
      'have results without records',
      {},
      {
        order_rows: [of('ORDER1', { ...BEGUN, ...paid(100) }), of('ORDER2', { ...BEGUN, ...paid(5, null) })],
      },
      [
        'orders: 2, not 0',
        ...['paid in BRL: 100, not 0', 'paid in no currency: 5, not 0'],
        'paid orders: 2, not 0',
      ],
    ],
    ['have callbacks that were not gathered', {}, grouped, [`${together}: 0, not 1`]],
    [
      'have one callback twice',
      {},
      { ...grouped, work_callbacks: twice },
      [`${together}: 2, not 1`, `different ${together}: 2, not 1`],
    ],
  ] as const)('%s', async (_title, range, rows, mistakes) => {
    const parameters = { ...PARAMETERS, ...range };
    expect(await found(await engine.emptied(), '020_orders_tie', parameters, rows)).toEqual(mistakes);
  });
});
