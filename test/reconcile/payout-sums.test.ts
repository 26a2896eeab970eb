/** What payouts come to, and which of them change: each statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { writeResults } from '../../src/reconcile/results/write-results.ts';
import { REFUND_PARTS } from '../../src/reconcile/step-parts.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, undone } from './put-rows.ts';
import { rowsOf } from './stated-cases.ts';

const RUN = 7;
const [KNOWN, NEW, LAST, BEYOND] = [2, 3, 4, 5];
const SUMS = { known_source: KNOWN, last_source: LAST, is_changed: false };
/** Every value of a payout by which one is compared with what it was. */
const WAS = { rows: 9, gross_minor: 90, fee_minor: 9, refunds_minor: 8, net_minor: 70 };
const AS_IT_WAS = '9 90 9 8 70';

/** Rows of payouts, each by the payout and a name, as statements have them and as results do. */
interface Stated {
  readonly payout: string;
  readonly row?: Row;
  readonly result?: Row;
}

const keyOf = (index: number): Row => keyed(`ROW${index}`);

async function putStated(session: Session, rows: readonly Stated[]): Promise<void> {
  const usual = {
    ...{ source_id: NEW, type: 'payment', status: 'paid' },
    ...{ currency: 'BRL', settled_on: '2026-11-19' },
  };
  await putRows(
    session,
    'statements',
    rows.map(({ payout, row }, index) => ({
      ...{ ...keyOf(index), row_key: `ROW${index}`, payout_id: payout, ...usual, ...row },
    })),
  );
  await putRows(
    session,
    'statement_rows',
    rows.map(({ result }, index) => ({ ...keyOf(index), row_date: '2026-11-01', ...result })),
  );
}

async function payouts(session: Session, parameters: Row = {}): Promise<string[]> {
  const given = { ...SUMS, ...parameters, ...REFUND_PARTS };
  await sqlPart('reconcile/results/payouts.sql', given).execute(session.db);
  const shown = sql`concat_ws(' ', payout_id, region, currency, to_char(settled_on, 'DD'), rows,
    coalesce(gross_minor::text, '-'), coalesce(fee_minor::text, '-'), coalesce(refunds_minor::text, '-'),
    coalesce(net_minor::text, '-'))`;
  return rowsOf(session, 'work_payouts', shown);
}

onEngines('a payout', (engine) => {
  it('comes to the sums of its rows', async () => {
    const rows: readonly Stated[] = [
      { payout: 'KINDS', row: { gross_minor: 1000, fee_minor: 10 } },
      { payout: 'KINDS', row: { gross_minor: 500 } },
      { payout: 'KINDS', row: { type: 'refund', gross_minor: 200, fee_minor: 5 } },
      { payout: 'KINDS', row: { type: 'chargeback', gross_minor: 100 } },
      { payout: 'KINDS', row: { type: 'fee', gross_minor: 30, fee_minor: 1 } },
      { payout: 'KINDS', row: { type: 'fee', fee_minor: 7 } },
      { payout: 'DISPUTE', row: { gross_minor: 10000, fee_minor: 100 } },
      { payout: 'DISPUTE', row: { type: 'chargeback', fee_minor: 1500 } },
      { payout: 'FEEALONE', row: { type: 'fee', gross_minor: 0, fee_minor: 2 } },
      { payout: 'FEENET', row: { type: 'fee', net_minor: -7 } },
      { payout: 'FEENET', row: { type: 'fee', gross_minor: 0, fee_minor: 0, net_minor: -20 } },
      { payout: 'FEENET', row: { type: 'fee', gross_minor: 300, net_minor: -301 } },
      { payout: 'FEENETBACK', row: { type: 'fee', net_minor: 4 } },
      { payout: 'FEENONE', row: { type: 'fee' } },
      { payout: 'NET', row: { gross_minor: 1000, fee_minor: 50, net_minor: 900 } },
      { payout: 'OTHER', row: { type: 'other', gross_minor: 5, fee_minor: 2 } },
      { payout: 'OTHERDEDUCTED', row: { gross_minor: 1000, fee_minor: 10 } },
      { payout: 'OTHERDEDUCTED', row: { type: 'other', gross_minor: -40 } },
      { payout: 'OTHERFEE', row: { type: 'other', fee_minor: -2 } },
      { payout: 'OTHERLESS', row: { type: 'other' } },
      { payout: 'OTHERNET', row: { type: 'other', gross_minor: 5, fee_minor: 2, net_minor: -7 } },
      { payout: 'REFUNDNET', row: { type: 'refund', fee_minor: 10, net_minor: -210 } },
      { payout: 'REFUNDZERO', row: { type: 'refund', gross_minor: 0, fee_minor: 10, net_minor: -210 } },
      { payout: 'REFUNDLESS', row: { type: 'refund', fee_minor: 150, net_minor: -100 } },
      { payout: 'REFUNDLESS', row: { type: 'refund', gross_minor: 200 } },
      { payout: 'REFUNDEDFEE', row: { gross_minor: 11000, fee_minor: 110, net_minor: 10890 } },
      { payout: 'REFUNDEDFEE', row: { type: 'refund', gross_minor: 0, fee_minor: -110, net_minor: 110 } },
      { payout: 'REFUNDEDBOTH', row: { type: 'refund', fee_minor: -10, net_minor: -190 } },
      { payout: 'REFUNDEDPART', row: { type: 'chargeback', fee_minor: -10, net_minor: 5 } },
      { payout: 'REFUNDEDMORE', row: { type: 'refund', fee_minor: -10, net_minor: 30 } },
      { payout: 'REFUNDUNSIGNED', row: { type: 'refund', fee_minor: 10, net_minor: 210 } },
      { payout: 'REFUNDUNSIGNED', row: { type: 'refund', fee_minor: 0, net_minor: 20 } },
      { payout: 'CHARGEBACKNET', row: { type: 'chargeback', net_minor: -210 } },
      { payout: 'OWNROW', row: { gross_minor: 1000, fee_minor: 1 } },
      { payout: 'OWNROW', row: { type: 'payout', gross_minor: 700, fee_minor: 3, settled_on: '2026-11-21' } },
      { payout: 'ONLYOWNROW', row: { type: 'payout', gross_minor: -900 } },
      { payout: 'ONLYOWNNET', row: { type: 'payout', gross_minor: 5, net_minor: -900 } },
      { payout: 'ONLYOWNROWS', row: { type: 'payout', gross_minor: 900 } },
      { payout: 'ONLYOWNROWS', row: { type: 'payout', net_minor: -900 } },
      { payout: 'FAILED', row: { gross_minor: 5, status: 'failed' } },
      { payout: 'DATES', row: { settled_on: '2026-11-20' } },
      { payout: 'DATES', row: { settled_on: '2026-11-22' } },
      { payout: 'DATES', row: { settled_on: '2026-11-21' } },
      { payout: 'ROWDATE', row: { settled_on: null }, result: { row_date: '2026-11-18' } },
      { payout: 'NOCURRENCY', row: { gross_minor: 5, currency: null } },
      { payout: 'REGIONS', row: { gross_minor: 5 } },
      { payout: 'REGIONS', row: { gross_minor: 6, region: 'EG' } },
      { payout: 'CURRENCIES', row: { gross_minor: 5 } },
      { payout: 'CURRENCIES', row: { gross_minor: 6, currency: 'EGP' } },
      { payout: 'ENDED', row: { gross_minor: 5 }, result: { until_run: 3 } },
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await putStated(session, rows);
      return payouts(session);
    });
    expect(found).toEqual([
      'CHARGEBACKNET BR BRL 19 1 - 0 210 -210',
      'CURRENCIES BR BRL 19 1 5 0 - 5',
      'CURRENCIES BR EGP 19 1 6 0 - 6',
      'DATES BR BRL 22 3 - 0 - -',
      'DISPUTE BR BRL 19 2 10000 1600 0 8400',
      'FEEALONE BR BRL 19 1 - 2 - -2',
      'FEENET BR BRL 19 3 - 327 - -328',
      'FEENETBACK BR BRL 19 1 - -4 - 4',
      'FEENONE BR BRL 19 1 - 0 - 0',
      'KINDS BR BRL 19 6 1500 52 300 1148',
      'NET BR BRL 19 1 1000 50 - 900',
      'NOCURRENCY BR  19 1 5 0 - 5',
      'ONLYOWNNET BR BRL 19 1 - - - 900',
      'ONLYOWNROW BR BRL 19 1 - - - 900',
      'ONLYOWNROWS BR BRL 19 2 - - - 1800',
      'OTHER BR BRL 19 1 - 2 - 3',
      'OTHERDEDUCTED BR BRL 19 2 1000 10 - 950',
      'OTHERFEE BR BRL 19 1 - -2 - 2',
      'OTHERLESS BR BRL 19 1 - 0 - -',
      'OTHERNET BR BRL 19 1 - 2 - -7',
      'OWNROW BR BRL 21 2 1000 1 - 999',
      'REFUNDEDBOTH BR BRL 19 1 - -10 200 -190',
      'REFUNDEDFEE BR BRL 19 2 11000 0 0 11000',
      'REFUNDEDMORE BR BRL 19 1 - -10 0 30',
      'REFUNDEDPART BR BRL 19 1 - -10 5 5',
      'REFUNDLESS BR BRL 19 2 - 150 200 -300',
      'REFUNDNET BR BRL 19 1 - 10 200 -210',
      'REFUNDUNSIGNED BR BRL 19 2 - 10 220 230',
      'REFUNDZERO BR BRL 19 1 - 10 200 -210',
      'REGIONS BR BRL 19 1 5 0 - 5',
      'REGIONS EG BRL 19 1 6 0 - 6',
      'ROWDATE BR BRL 18 1 - 0 - -',
    ]);
  });

  const CHANGES: readonly Stated[] = [
    { payout: 'READ', row: { source_id: 1, gross_minor: 1 } },
    { payout: 'READ', row: { source_id: 1, gross_minor: 2 } },
    { payout: 'REVISITED', row: { source_id: 1, gross_minor: 1 } },
    { payout: 'KNOWN', row: { source_id: KNOWN, gross_minor: 1 } },
    { payout: 'NEW', row: { gross_minor: 1 } },
    { payout: 'LAST', row: { source_id: LAST, gross_minor: 1 } },
    { payout: 'BEYOND', row: { source_id: BEYOND, gross_minor: 1 } },
    { payout: 'PURGED', row: { gross_minor: 1 } },
    { payout: 'PURGEDELSEWHERE', row: { source_id: 1, gross_minor: 1 } },
    { payout: 'PURGEDTOO', row: { source_id: 1, gross_minor: 1 } },
  ];
  const putChanges = async (session: Session) => {
    await putStated(session, CHANGES);
    const was = (payout_id: string, more: Row = {}) => ({
      ...{ payout_id, settled_on: '2026-11-19', ...WAS, ...more },
    });
    await putRows(session, 'payout_rows', [
      ...['READ', 'REVISITED', 'KNOWN', 'NEW', 'LAST', 'BEYOND', 'GONE'].map((payout) => was(payout)),
      was('KNOWN', { until_run: 5, currency: 'EGP' }),
      was('PURGED', { settled_on: '2026-10-01' }),
      was('PURGED', { settled_on: '2026-10-01', until_run: 5, currency: 'EGP' }),
      was('PURGEDTOO', { settled_on: '2026-10-01' }),
      was('PURGEDELSEWHERE', { settled_on: '2026-10-02' }),
      was('', { bank_digest: digestOf('a row of the bank') }),
    ]);
    await putRows(session, 'purged_dates', [
      { date: '2026-10-01' },
      { date: '2026-10-02', region: 'EG' },
      { date: '2026-11-19', region: 'EG' },
    ]);
    await putRows(session, 'work_rows', [
      { ...keyOf(0), payout_id: 'READ', type: 'payment', status: 'paid' },
      { ...keyOf(3), type: 'payment', status: 'paid' },
    ]);
    await putRows(session, 'work_revisited', [
      keyOf(2),
      { ...keyOf(3), digest: digestOf('another') },
      { ...keyOf(3), order_no: 'ANOTHER' },
    ]);
  };

  it('is summed again if the run looks at a row of it, and stays as it was else or if it is purged', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putChanges(session);
      return payouts(session);
    });
    expect(found).toEqual([
      `BEYOND BR BRL 19 ${AS_IT_WAS}`,
      `GONE BR BRL 19 ${AS_IT_WAS}`,
      `KNOWN BR BRL 19 ${AS_IT_WAS}`,
      'LAST BR BRL 19 1 1 0 - 1',
      'NEW BR BRL 19 1 1 0 - 1',
      `PURGED BR BRL 01 ${AS_IT_WAS}`,
      `PURGEDELSEWHERE BR BRL 02 ${AS_IT_WAS}`,
      `PURGEDTOO BR BRL 01 ${AS_IT_WAS}`,
      'READ BR BRL 19 2 3 0 - 3',
      'REVISITED BR BRL 19 1 1 0 - 1',
    ]);
  });

  it('is summed again with all others if stored evidence was changed', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putChanges(session);
      return payouts(session, { is_changed: true });
    });
    expect(found).toEqual([
      'BEYOND BR BRL 19 1 1 0 - 1',
      'KNOWN BR BRL 19 1 1 0 - 1',
      'LAST BR BRL 19 1 1 0 - 1',
      'NEW BR BRL 19 1 1 0 - 1',
      `PURGED BR BRL 01 ${AS_IT_WAS}`,
      'PURGEDELSEWHERE BR BRL 19 1 1 0 - 1',
      `PURGEDTOO BR BRL 01 ${AS_IT_WAS}`,
      'READ BR BRL 19 2 3 0 - 3',
      'REVISITED BR BRL 19 1 1 0 - 1',
    ]);
  });

  it('is kept as it was if nothing of it changes, else ended and begun', async () => {
    const whole = { settled_on: '2026-11-19', ...WAS, bank_minor: 70, booked_on: '2026-11-20' };
    const payout = (payout_id: string, more: Row = {}) => ({
      ...{ payout_id, ...whole, bank_reference: 'PIX', from_run: 1, ...more },
    });
    const differing = {
      settled_on: '2026-11-18',
      rows: 10,
      gross_minor: 91,
      fee_minor: 10,
      refunds_minor: 9,
      net_minor: 71,
      bank_minor: 71,
      booked_on: '2026-11-21',
      bank_reference: 'PIX 2',
    };
    const names = Object.keys(differing);
    const keys = { region: 'EG', currency: 'EGP', bank_digest: digestOf('bank') };
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'payout_rows', [
        payout('SAME'),
        payout('EMPTY', { bank_minor: null, booked_on: null, bank_reference: null }),
        payout('GONE'),
        payout('ENDED', { until_run: 3 }),
        ...names.map((name) => payout(name)),
        ...Object.keys(keys).map((name) => payout(name)),
      ]);
      await putRows(
        session,
        'work_payout_rows',
        [
          payout('SAME'),
          payout('EMPTY', { bank_minor: null, booked_on: null, bank_reference: null }),
          payout('NEW'),
          payout('ENDED'),
          ...Object.entries(differing).map(([name, value]) => payout(name, { [name]: value })),
          ...Object.entries(keys).map(([name, value]) => payout(name, { [name]: value })),
        ].map((row) => ({ ...row, from_run: RUN })),
      );
      await writeResults(session, 'payout_rows', RUN, 0);
      return rowsOf(
        session,
        'payout_rows',
        sql`concat_ws(' ', payout_id, 'from', from_run, 'until ' || until_run)`,
      );
    });
    const changed = [...names, ...Object.keys(keys)].flatMap((name) => [
      `${name} from 1 until ${RUN}`,
      `${name} from ${RUN}`,
    ]);
    expect(found.map(String).toSorted()).toEqual(
      [
        ...changed,
        'EMPTY from 1',
        'ENDED from 1 until 3',
        `ENDED from ${RUN}`,
        `GONE from 1 until ${RUN}`,
        `NEW from ${RUN}`,
        'SAME from 1',
      ].toSorted(),
    );
  });
});
