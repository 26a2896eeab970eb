/** Which results of rows of statements end and begin, on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { writeResults } from '../../src/reconcile/results/write-results.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, undone } from './put-rows.ts';
import { rowsOf } from './stated-cases.ts';

const RUN = 7;
const USUAL = { matched: 'order', type: 'payment', status: 'paid', row_date: '2026-11-19' };
/** Another value of each column by which results are compared. */
const OTHER_VALUES: Row = {
  ...{
    row_date: '2026-11-20',
    region: 'EG',
    matched: 'none',
    matched_order_no: 'X',
    matched_merchant_id: 'M2',
  },
  ...{ sub_merchant_id: 'S1', expected_fee_minor: 5, findings: 'FEE_MISMATCH', merchant_id: 'M2' },
  ...{
    trade_no: 'T1',
    row_id: 'R1',
    type: 'refund',
    status: 'failed',
    payment_method: 'PIX',
    currency: 'EGP',
  },
  ...{ gross_minor: 5, fee_minor: 5, net_minor: 5, completed_at: '2026-11-19T10:00:00Z' },
  ...{ settled_on: '2026-11-20', payout_id: 'P1', source_id: 9, line: 9 },
};
const COLUMNS = Object.keys(OTHER_VALUES);
const having = (column: string): Row => ({ [column]: OTHER_VALUES[column] });

/** A result as it was, and as it is; null: none. */
interface Case {
  readonly was: Row | null;
  readonly is: Row | null;
  /** Whether the run looks at it again, or reads it as one that is known. */
  readonly isRevisited?: boolean;
  readonly isKnown?: boolean;
  /** The runs from which it is kept, and until which. */
  readonly kept: string;
}

const [STAYS, ENDS, CHANGES, BEGINS] = ['1', '1-7', '1-7 7', '7'];
const CASES: Readonly<Record<string, Case>> = {
  same: { was: {}, is: {}, isRevisited: true, kept: STAYS },
  'same as one that is read': { was: {}, is: {}, isKnown: true, kept: STAYS },
  gone: { was: {}, is: null, isRevisited: true, kept: ENDS },
  'gone and read': { was: {}, is: null, isRevisited: true, isKnown: true, kept: ENDS },
  'no longer counting': { was: {}, is: null, isKnown: true, kept: ENDS },
  'not looked at': { was: {}, is: null, kept: STAYS },
  'not known': { was: {}, is: null, isKnown: false, kept: STAYS },
  new: { was: null, is: {}, isKnown: false, kept: BEGINS },
  'ended before': { was: { until_run: 3 }, is: null, isRevisited: true, kept: '1-3' },
  'ended before, and counting again': { was: { until_run: 3 }, is: {}, isRevisited: true, kept: '1-3 7' },
  ...Object.fromEntries(
    COLUMNS.flatMap((column) => [
      [`with ${column}`, { was: {}, is: having(column), isKnown: true, kept: CHANGES }],
      [`without ${column}`, { was: having(column), is: {}, isRevisited: true, kept: CHANGES }],
      [`same with ${column}`, { was: having(column), is: having(column), isKnown: true, kept: STAYS }],
    ]),
  ),
};

onEngines('the result of a row of a statement', (engine) => {
  it('ends and begins where it is not what it was', async () => {
    const cases = Object.entries(CASES);
    const some = (isMeant: (one: Case) => boolean) => cases.filter(([, one]) => isMeant(one));
    const read = cases.flatMap(([name, { isKnown }]) =>
      isKnown === undefined ? [] : [keyed(name, { ...USUAL, is_known: isKnown })],
    );
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'statement_rows', [
        ...cases.flatMap(([name, { was }]) => (was === null ? [] : [keyed(name, { ...USUAL, ...was })])),
        // Another row of the number of one that is gone, and what a row that is gone was before.
        { ...keyed('gone', USUAL), digest: digestOf('another row') },
        keyed('gone', { ...USUAL, from_run: 0, until_run: 1 }),
      ]);
      await putRows(session, 'work_statement_rows', [
        ...cases.flatMap(([name, { is }]) =>
          is === null ? [] : [keyed(name, { ...USUAL, from_run: RUN, ...is })],
        ),
        // Another row of the number of one that stays.
        { ...keyed('same', { ...USUAL, from_run: RUN, gross_minor: 5 }), digest: digestOf('a new row') },
      ]);
      await putRows(
        session,
        'work_revisited',
        some(({ isRevisited }) => isRevisited === true).map(([name]) => keyed(name)),
      );
      await putRows(session, 'work_rows', read);
      await writeResults(session, 'statement_rows', RUN, 0);
      const runs = sql`concat_ws('-', from_run, until_run)`;
      return rowsOf<readonly [string, string, string]>(
        session,
        'statement_rows',
        sql`jsonb_build_array(order_no, replace(digest::text, '-', ''), ${runs})`,
      );
    });
    const keptOf = (digest: string) => found.filter((row) => row[1] === digest).map((row) => row[2]);
    expect(Object.fromEntries(cases.map(([name]) => [name, keptOf(digestOf(name)).join(' ')]))).toEqual({
      ...Object.fromEntries(cases.map(([name, { kept }]) => [name, kept])),
      gone: `0-1 ${ENDS}`,
    });
    expect(keptOf(digestOf('another row'))).toEqual([STAYS]);
    expect(keptOf(digestOf('a new row'))).toEqual([BEGINS]);
  });
});
