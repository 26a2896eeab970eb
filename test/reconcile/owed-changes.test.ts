/** How runs change what is owed and returned: sql/changes/050_owed.sql, on rows that are put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart } from '../../src/database/sql-file.ts';
import type { Tables } from '../../src/database/tables.ts';
import { REFUND_PARTS } from '../../src/reconcile/step-parts.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { putRows, undone } from './put-rows.ts';

const RUN = 5;
const BEGUN = { from_run: RUN };
const ENDED = { from_run: 3, until_run: RUN };
const KNOWN = { from_run: 3 };

type Row = Readonly<Record<string, unknown>>;
type Rows = Partial<Record<keyof Tables, readonly Row[]>>;

/** Puts rows, runs the statement, and gives what it wrote as texts; nothing of it stays. */
async function changes(engine: Engine, rows: Rows, since: number): Promise<string[]> {
  const store = await engine.emptied();
  return undone(store, async (session) => {
    for (const [name, put] of Object.entries(rows)) await putRows(session, name as keyof Tables, put);
    await sqlPart('changes/050_owed.sql', { run: RUN, since, ...REFUND_PARTS }).execute(session.db);
    const { rows: written } = await sql<{ change: string }>`
        select concat_ws(' ', date, nullif(region, 'BR'), nullif(merchant_id, 'M1'), flow, orders, minor) as change
        from owed_changes where run_id = ${RUN}`.execute(session.db);
    return written.map(({ change }) => change).toSorted();
  });
}

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`;

/** The rows of orders that owe in each way, and of one that does not. */
const order = (order_no: string, number: number, more: Row): Row => ({
  ...{ order_no, paid_date: day(number), paid_currency: 'BRL', payments: 1, ...KNOWN, ...more },
});
const overpaid = (difference_minor: number) => ({ amount_reason: 'overpaid', difference_minor });
const twice = (difference_minor: number) => ({ payments: 2, difference_minor });
const afterRejection = (paid_minor: number) => ({
  ...{ findings: 'METHOD_MISMATCH PAID_AFTER_REJECTION TIME_UNREADABLE', paid_minor },
});
/** Of which the tolerance lets a difference pass. */
const PLAIN = { amount_reason: null, payments: 1, difference_minor: 3, findings: '' };
const again = (order_no: string, number: number, before: Row, now: Row): Row[] => [
  order(order_no, number, { ...before, ...ENDED }),
  order(order_no, number, { ...now, ...BEGUN }),
];

const refund = (matched_order_no: string, number: number, gross_minor: number, more: Row = {}): Row => ({
  ...{ matched_order_no, matched_merchant_id: 'M1', row_date: day(number), gross_minor, ...KNOWN, ...more },
});
/** This run and one before it, which knew rows of a statement or bank. */
const RUN_NOW = { run_id: RUN, has_statements: true };
const RUN_BEFORE = { run_id: 3, has_statements: true };
/** A row that an earlier run knew. */
const OTHER_ROW = refund('OTHER', 1, 1, { type: 'payment', matched: 'payment' });
const kept = (number: number, minor: number, more: Row = {}): Row => ({
  ...{ run_id: 4, date: day(number), minor, ...more },
});
const RETURNED = { flow: 'returned' };

/** Orders that owe since before the first statement, and since this run. */
const FIRST: Rows = {
  order_rows: [
    order('OVERPAID', 1, overpaid(300)),
    order('TWICE', 1, twice(100)),
    order('REJECTED', 2, afterRejection(500)),
    order('OVERPAID2', 2, overpaid(40)),
    order('PLAIN', 1, PLAIN),
    order('ENDED', 1, { ...overpaid(7), until_run: 4 }),
    order('BEGUN', 1, { ...overpaid(300), ...BEGUN }),
    ...again('NOLONGER', 1, overpaid(9), PLAIN),
  ],
};
const FIRST_ROWS = [refund('OVERPAID', 1, 50, BEGUN), refund('PLAIN', 1, 2, BEGUN)];
const FIRST_SUMS = [`${day(1)} owed 3 700`, `${day(1)} returned 1 50`, `${day(2)} owed 2 540`];

const LATER: Rows = {
  runs: [RUN_BEFORE, RUN_NOW],
  order_rows: [
    order('OVERPAID', 1, { ...overpaid(300), ...BEGUN }),
    order('TWICE', 1, { ...twice(100), ...BEGUN }),
    order('REJECTED', 1, { ...afterRejection(500), ...BEGUN }),
    ...again('WASOVERPAID', 2, overpaid(300), PLAIN),
    ...again('WASTWICE', 2, twice(100), PLAIN),
    ...again('WASREJECTED', 2, afterRejection(500), PLAIN),
    order('MOREOWED', 3, { ...overpaid(999), from_run: 1, until_run: 3 }),
    ...again('MOREOWED', 3, overpaid(300), overpaid(400)),
    order('MORERETURNED', 4, overpaid(300)),
    order('MORERETURNED', 4, { ...overpaid(300), merchant_id: 'M2' }),
    order('LESSRETURNED', 6, overpaid(300)),
    order('ALLRETURNED', 9, { ...overpaid(300), ...BEGUN }),
    order('PLAIN', 12, { ...PLAIN, ...BEGUN }),
    order('ASREQUESTED', 12, { ...twice(0), ...BEGUN }),
    order('ONECENT', 13, { ...overpaid(1), ...BEGUN }),
  ],
  statement_rows: [
    OTHER_ROW,
    refund('MORERETURNED', 5, 50),
    refund('MORERETURNED', 5, 30, BEGUN),
    refund('MORERETURNED', 5, 9, { status: 'pending', ...BEGUN }),
    refund('MORERETURNED', 5, 9, { currency: 'USD', ...BEGUN }),
    refund('MORERETURNED', 5, 9, { type: 'payment', ...BEGUN }),
    refund('MORERETURNED', 5, 40, { matched_merchant_id: 'M3', ...BEGUN }),
    refund('MORERETURNED', 5, 7, { until_run: 4 }),
    refund('LESSRETURNED', 7, 20, ENDED),
    refund('ALLRETURNED', 8, 200),
    refund('ALLRETURNED', 10, 200),
    refund('ALLRETURNED', 11, 10),
    refund('PLAIN', 12, 2, BEGUN),
    refund('ONECENT', 13, 1, BEGUN),
  ],
  owed_changes: [kept(20, 999)],
};
const LATER_SUMS = [
  `${day(1)} owed 3 900`,
  `${day(2)} owed -3 -900`,
  `${day(3)} owed 0 100`,
  `${day(5)} returned 0 30`,
  `${day(7)} returned -1 -20`,
  `${day(9)} owed 1 300`,
  `${day(9)} returned 1 200`,
  `${day(10)} returned 1 100`,
  `${day(13)} owed 1 1`,
  `${day(13)} returned 1 1`,
];

/** Sums of which some are wrong, and some are of orders or dates that are gone. */
const EVERY: Rows = {
  runs: [RUN_BEFORE, RUN_NOW],
  order_rows: [
    order('OVERPAID', 1, overpaid(300)),
    order('TWICE', 1, twice(100)),
    order('REJECTED', 1, afterRejection(500)),
    ...again('MOREOWED', 2, overpaid(300), overpaid(400)),
    order('NOLONGER', 8, { ...overpaid(9), from_run: 1, until_run: 3 }),
    order('NOLONGER', 8, PLAIN),
    order('RETURNEDNOW', 4, overpaid(300)),
    order('OFPURGEDDATE', 7, { ...overpaid(300), ...BEGUN }),
  ],
  statement_rows: [
    OTHER_ROW,
    refund('OVERPAID', 3, 20),
    refund('RETURNEDNOW', 5, 30, BEGUN),
    refund('PURGED1', 5, 100),
    refund('PURGED2', 5, 50),
    refund('PURGED1', 6, 100, { type: 'payment' }),
    refund('PURGED1', 8, 100, { matched_order_no: null, matched: 'none' }),
  ],
  owed_changes: [
    kept(1, 900, { orders: 3 }),
    kept(2, 250),
    kept(3, 70),
    kept(3, 15, RETURNED),
    kept(4, 300),
    kept(5, 150, { ...RETURNED, orders: 2 }),
    kept(5, 11),
    kept(5, 9, { ...RETURNED, merchant_id: 'M2' }),
    kept(6, 8, RETURNED),
    kept(7, 6),
    kept(7, 5, { region: 'EG' }),
    kept(8, 4, RETURNED),
  ],
  purged_dates: [{ date: day(7) }],
};
const EVERY_SUMS = [
  `${day(2)} owed 0 150`,
  `${day(3)} owed -1 -70`,
  `${day(3)} returned 0 5`,
  `${day(5)} M2 returned -1 -9`,
  `${day(5)} owed -1 -11`,
  `${day(5)} returned 1 30`,
  `${day(6)} returned -1 -8`,
  `${day(7)} EG owed -1 -5`,
  `${day(7)} owed 1 300`,
  `${day(8)} returned -1 -4`,
];

onEngines('money owed to payers', (engine) => {
  it.each([
    [
      'is not counted while no run knows a statement',
      { ...FIRST, runs: [RUN_BEFORE, RUN_NOW].map((run) => ({ ...run, has_statements: false })) },
      0,
      [],
    ],
    [
      'is counted of all orders by the first run that knows one',
      { ...FIRST, runs: [RUN_NOW], statement_rows: FIRST_ROWS },
      3,
      FIRST_SUMS,
    ],
    [
      'is counted so, too, if that run judges every order',
      { ...FIRST, runs: [RUN_NOW], statement_rows: FIRST_ROWS },
      0,
      FIRST_SUMS,
    ],
    [
      'is counted so, too, if that run knows rows of a bank only',
      { ...FIRST, runs: [RUN_NOW] },
      3,
      FIRST_SUMS.filter((sum) => !sum.includes('returned')),
    ],
    ['is counted of changed orders and returns by later runs', LATER, 3, LATER_SUMS],
    [
      'is counted of changed orders after the statements were withdrawn',
      {
        ...FIRST,
        runs: [RUN_BEFORE, { ...RUN_NOW, has_statements: false }],
        owed_changes: [kept(20, 999)],
      },
      3,
      [`${day(1)} owed 0 291`],
    ],
    ['is counted anew by a run that judges every order, but of what was purged', EVERY, 0, EVERY_SUMS],
  ] as const)('%s', async (_title, rows, since, sums) => {
    expect(await changes(engine, rows, since)).toEqual(sums.toSorted());
  });
});
