/** Which rows of a bank belong to which payout: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, putRows, type Row, runWithRules, undone } from './put-rows.ts';
import { BEYOND, NEWEST, put, RUN, rowsOf, UNREAD } from './stated-cases.ts';

const PURGED = '2026-10-20';

type BankRow = readonly [reference: string, minor: number | null, day: number, more?: Row];

/** A case has a currency of its own, so that it meets no other. */
interface Case {
  /** By identifiers: the net amount, and what else is not usual. */
  readonly payouts: ReadonlyArray<readonly [payout: string, net: number, more?: Row]>;
  /** Payouts of purged dates as they were. */
  readonly purged?: readonly Row[];
  readonly bank: readonly BankRow[];
  /** What the payouts have of the bank, in order, and which of its rows are left. */
  readonly shows: readonly string[];
}

const purged = (bank_reference: string, bank_minor: number, day: number, more: Row = {}): Row => ({
  ...{ payout_id: 'P1', bank_digest: '', settled_on: PURGED, bank_reference, bank_minor, rows: 1 },
  ...{ booked_on: `2026-10-${day}`, ...more },
});
const OF_PURGED = [['P1', 100, { settled_on: PURGED }]] as const;
const inOctober = (...[reference, minor, day]: BankRow): BankRow => [
  ...([reference, minor, day] as const),
  { booked_on: `2026-10-${day}` },
];

const CASES: Readonly<Record<string, Case>> = {
  'only known rows': {
    payouts: [['P1', 100]],
    bank: [
      ['P1 A', 1, 19],
      ['P1 B', 2, 20, { source_id: NEWEST }],
      ['P1 C', 4, 20, { source_id: UNREAD }],
      ['P1 D', 8, 20, { source_id: BEYOND }],
      ['P1 E', 16, 21, { row_id: 'R1', row_key: 'R1' }],
      ['P1 F', 32, 22, { row_id: 'R1', row_key: 'R1', source_id: NEWEST }],
      ['P1 G', 64, 23, { row_id: 'R2', row_key: 'R2' }],
      ['P1 H', 128, 23, { row_id: 'R2', row_key: 'R2', source_id: UNREAD }],
    ],
    shows: ['P1 BR 99 19 P1 A / P1 B / P1 F / P1 G'],
  },
  'their own region, else the first': {
    payouts: [
      ['P1', 100],
      ['P1', 100, { region: 'EG' }],
    ],
    bank: [
      ['P1 A', 1, 20, { region: 'EG' }],
      ['P1 B', 2, 20],
      ['P1 C', 4, 21, { region: 'MX' }],
    ],
    shows: ['P1 BR 6 20 P1 B / P1 C', 'P1 EG 1 20 P1 A'],
  },
  'neither of two that are named': {
    payouts: [
      ['P1', 100],
      ['P2', 200],
    ],
    bank: [['P1 P2', 100, 20]],
    shows: ['BR 100 20 P1 P2', 'P1 BR', 'P2 BR'],
  },
  'what is near in time': {
    payouts: [
      ['P1', 1],
      ['P2', 2],
      ['P3', 3],
      ['P4', 4],
    ],
    bank: [
      ['A', 1, 17],
      ['B', 2, 23],
      ['C', 3, 16],
      ['D', 4, 24],
    ],
    shows: ['BR 3 16 C', 'BR 4 24 D', 'P1 BR 1 17 A', 'P2 BR 2 23 B', 'P3 BR', 'P4 BR'],
  },
  'the nearest, then the first, then one of them': {
    payouts: [
      ['P1', 1],
      ['P2', 2],
      ['P3', 3],
    ],
    bank: [
      ['A', 1, 18],
      ['B', 1, 21],
      ['C', 2, 21],
      ['D', 2, 19],
      ['E', 3, 20, { digest: digestOf('0') }],
      ['F', 3, 20, { digest: digestOf('1') }],
    ],
    shows: ['BR 1 18 A', 'BR 2 21 C', 'BR 3 20 F', 'P1 BR 1 21 B', 'P2 BR 2 19 D', 'P3 BR 3 20 E'],
  },
  'none of two that are near': {
    payouts: [
      ['P1', 1],
      ['P1', 1, { region: 'EG' }],
      ['P2', 2],
      ['P3', 2],
    ],
    bank: [
      ['A', 1, 20],
      ['B', 2, 20],
    ],
    shows: ['BR 1 20 A', 'BR 2 20 B', 'P1 BR', 'P1 EG', 'P2 BR', 'P3 BR'],
  },
  'one that no other row names, in any region': {
    payouts: [
      ['P1', 1],
      ['P1', 1, { region: 'EG' }],
      ['P2', 2],
      ['P3', 2],
    ],
    bank: [
      ['P1', 9, 20],
      ['A', 1, 20],
      ['P2', 9, 20],
      ['B', 2, 20],
    ],
    shows: ['BR 1 20 A', 'P1 BR 9 20 P1', 'P1 EG', 'P2 BR 9 20 P2', 'P3 BR 2 20 B'],
  },
  'what a purged payout had': {
    payouts: OF_PURGED,
    purged: [purged('P1 A', 100, 20)],
    bank: [
      inOctober('P1 A', 100, 20),
      inOctober('P1 A', 99, 20),
      inOctober('P1 A', 100, 21),
      inOctober('P1 C', 100, 20),
    ],
    shows: ['BR 100 20 P1 C', 'BR 100 21 P1 A', 'BR 99 20 P1 A', 'P1 BR 100 20 P1 A'],
  },
  'what a purged payout had of several rows': {
    payouts: OF_PURGED,
    purged: [purged('P1 A / P1 BC / P1 D', 100, 20)],
    bank: [
      inOctober('P1 A', 40, 20),
      inOctober('P1 BC', 50, 21),
      inOctober('P1 D', 10, 21),
      inOctober('P1 B', 1, 21),
      inOctober('P1 C', 2, 21),
      inOctober('P1 A', 3, 19),
    ],
    shows: ['BR 1 21 P1 B', 'BR 2 21 P1 C', 'BR 3 19 P1 A', 'P1 BR 100 20 P1 A / P1 BC / P1 D'],
  },
  'what a purged payout had, though it is unreadable': {
    payouts: OF_PURGED,
    purged: [purged('P1 A', 0, 20, { bank_minor: null })],
    bank: [inOctober('P1 A', null, 20), inOctober('P1 A', 0, 20)],
    shows: ['BR 0 20 P1 A', 'P1 BR 20 P1 A'],
  },
  'what a purged payout had without being named': {
    payouts: OF_PURGED,
    purged: [purged('A', 100, 20)],
    bank: [
      inOctober('A', 100, 20),
      ['A', 100, 20, { booked_on: '2026-10-20', digest: digestOf('once more') }],
      inOctober('B', 100, 20),
      inOctober('P1', 7, 20),
    ],
    shows: ['BR 100 20 B', 'BR 7 20 P1', 'P1 BR 100 20 A'],
  },
  'new rows of a payout that had none or is not purged': {
    payouts: [
      ...OF_PURGED,
      ['P2', 100, { settled_on: PURGED }],
      ['P3', 100, { settled_on: '2026-10-21' }],
      ['P1', 100, { settled_on: PURGED, region: 'EG' }],
    ],
    purged: [
      purged('', 0, 20, { booked_on: null, bank_minor: null, bank_reference: null }),
      purged('P2 A', 100, 20, { payout_id: 'P2', until_run: 3 }),
      purged('P3 A', 100, 20, { payout_id: 'P3', settled_on: '2026-10-21' }),
      purged('P1 A', 100, 20, { region: 'EG' }),
    ],
    bank: [inOctober('P1 B', 1, 20), inOctober('P2 B', 2, 20), inOctober('P3 B', 4, 20)],
    shows: ['P1 BR 1 20 P1 B', 'P1 EG', 'P2 BR 2 20 P2 B', 'P3 BR 4 20 P3 B'],
  },
  'new rows of a payout whose namesake is purged': {
    payouts: [['P1', 100, { region: 'EG' }], ...OF_PURGED],
    purged: [purged('P1 A', 100, 20)],
    bank: [
      ['P1 B', 1, 20, { booked_on: '2026-10-20', region: 'EG' }],
      ['P1 C', 2, 20, { booked_on: '2026-10-20', region: 'BR' }],
    ],
    shows: ['BR 2 20 P1 C', 'P1 BR 100 20 P1 A', 'P1 EG 1 20 P1 B'],
  },
  // Without a currency.
  '': {
    payouts: [['P1', 100]],
    bank: [
      ['P1', 1, 20, { currency: null }],
      ['A', 100, 20, { currency: null }],
    ],
    shows: ['BR 100 20 A', 'P1 BR 1 20 P1'],
  },
  'no sum where one amount is unreadable': {
    payouts: [
      ['P1', 100],
      ['P2', 100],
    ],
    bank: [
      ['P1 A', null, 20],
      ['P1 B', 3, 19],
      ['P2 A', 0, 20],
      ['B', null, 20],
    ],
    shows: ['BR 20 B', 'P1 BR 19 P1 B / P1 A', 'P2 BR 0 20 P2 A'],
  },
};

async function putCases(session: Session): Promise<void> {
  await put(session, []);
  const cases = Object.entries(CASES);
  await putRows(
    session,
    'work_payouts',
    cases.flatMap(([currency, { payouts }]) =>
      payouts.map(([payout_id, net_minor, more]) => ({
        ...{ payout_id, net_minor, currency, settled_on: '2026-11-20', ...more },
      })),
    ),
  );
  await putRows(
    session,
    'bank_rows',
    cases.flatMap(([currency, { bank }]) =>
      bank.map(([reference, amount_minor, day, more]) => ({
        ...{ reference, amount_minor, booked_on: `2026-11-${day}`, currency, row_key: reference },
        ...{ digest: digestOf(`${currency} ${reference} ${amount_minor} ${day}`), ...more },
      })),
    ),
  );
  await putRows(
    session,
    'payout_rows',
    cases.flatMap(([currency, { purged: before = [] }]) => before.map((row) => ({ currency, ...row }))),
  );
  await putRows(session, 'purged_dates', [{ date: PURGED }, { date: '2026-10-21', region: 'EG' }]);
}

onEngines('a payout', (engine) => {
  it('has of the bank what names it or is the only one of its amount at that time', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putCases(session);
      const parts = { bank: sql.table('bank'), key: sql.ref('b.digest'), payouts: sql.table('work_payouts') };
      const payouts_in_references = sqlPart('ingest/123_payouts_in_references.sql', parts);
      const parameters = { ...RUN, run: 7, bank_days: 3, payouts_in_references };
      await runWithRules(session, 'reconcile/results/payout_rows.sql', parameters);
      const shown = sql`concat_ws(' ', nullif(payout_id, ''), region, bank_minor, to_char(booked_on, 'DD'), bank_reference)`;
      return rowsOf<readonly [string, string]>(
        session,
        'work_payout_rows',
        sql`jsonb_build_array(currency, ${shown})`,
      );
    });
    const byCase = Object.fromEntries(
      Object.keys(CASES).map((name) => [
        name,
        found.filter(([currency]) => currency === name).map(([, row]) => row),
      ]),
    );
    expect(byCase).toEqual(
      Object.fromEntries(Object.entries(CASES).map(([name, { shows }]) => [name, shows])),
    );
  });
});
