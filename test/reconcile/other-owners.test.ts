/** To which orders rows of statements belong that do not plainly mean one: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, undone } from './put-rows.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const AFTERWARDS = '2026-11-20T12:00:01Z';
const [KNOWN, NEW, NEWEST, BEYOND] = [2, 3, 4, 5];
const RUN = { as_of: AS_OF, known_source: KNOWN, last_source: NEWEST, paid: ['SUCCESS'] };

/**
 * A row, of the number A, tradeNo T and merchant M1 unless it says otherwise; the orders with a record, and with callbacks;
 * and its order. Numbers and tradeNos of cases have nothing in common.
 */
interface Case {
  readonly row?: Row;
  readonly asked?: readonly Row[];
  readonly called?: readonly Row[];
  /** Its order and merchant, and whether an earlier run knew it. */
  readonly owner?: string;
}

const order = (order_no: string): Row => ({ order_no, trade_no: 'T' });
const [A, B, C] = [order('A'), order('B'), order('C')];
const by = (merchant_id: string, one: Row): Row => ({ ...one, merchant_id });
const other = (one: Row): Row => ({ ...one, trade_no: 'U' });
const BY_NUMBER = { trade_no: null };
const ANYONE = { merchant_id: '' };

const CASES: Readonly<Record<string, Case>> = {
  'its number and tradeNo': { asked: [A, B], owner: 'A M1' },
  'its tradeNo': { asked: [B], owner: 'B M1' },
  'its tradeNo before its number': { asked: [B, other(A)], owner: 'B M1' },
  'its number, as two have its tradeNo': { asked: [B, C, other(A)], owner: 'A M1' },
  'two have its tradeNo': { asked: [B, C] },
  'two have its number and tradeNo': { row: ANYONE, asked: [A, by('M2', A)] },
  'its number and tradeNo, as others have one of them': {
    ...{ row: ANYONE, asked: [A, B, by('M2', other(A))], owner: 'A M1' },
  },
  'its merchant, number and tradeNo': { asked: [A, by('M2', A)], owner: 'A M1' },
  'no number': { row: { order_no: '' }, asked: [B], owner: 'B M1' },
  'asked twice': { asked: [B, { ...B, source_id: NEWEST }], owner: 'B M1' },
  'its tradeNo, of another merchant': { asked: [by('M2', B)] },
  'its tradeNo, of any merchant': { row: ANYONE, asked: [by('M2', B)], owner: 'B M2' },
  'its tradeNo and merchant': { asked: [by('M2', C), B], owner: 'B M1' },
  'its payment': { called: [B], owner: 'B M1' },
  'its payment before its number': { asked: [other(A)], called: [B], owner: 'B M1' },
  'its payment, of another merchant': { called: [by('M2', B)] },
  'its payment, of any merchant': { row: ANYONE, called: [by('M2', B)], owner: 'B M2' },
  'payments of two': { called: [B, C] },
  'called twice': { called: [B, { ...B, source_id: NEWEST, status: 'FAILED' }], owner: 'B M1' },
  'no payment': { called: [{ ...B, status: 'FAILED' }] },
  'its merchant and number': { row: BY_NUMBER, asked: [A, by('M2', A)], owner: 'A M1' },
  'its number': { row: BY_NUMBER, asked: [by('M2', A)], owner: 'A M2' },
  'two have its number': { row: BY_NUMBER, asked: [by('M2', A), by('M3', A)] },
  'its number by a callback': { row: BY_NUMBER, called: [{ ...A, status: 'FAILED' }], owner: 'A M1' },
  'its number by a callback of another merchant': { row: BY_NUMBER, called: [by('M2', A)], owner: 'A M2' },
  'its callback is of another order': { row: BY_NUMBER, called: [A], asked: [B] },
  'its callback is of an order of another merchant': {
    ...{ row: BY_NUMBER, called: [A], asked: [by('M2', A)], owner: 'A M2' },
  },
  'its callback has a tradeNo of a stranger': {
    ...{ row: BY_NUMBER, called: [A], asked: [by('M2', B)], owner: 'A M1' },
  },
  'its callback has a tradeNo of two': { row: BY_NUMBER, called: [A], asked: [B, C], owner: 'A M1' },
  'its callback has a tradeNo of another, but it was asked for': {
    ...{ row: BY_NUMBER, called: [A], asked: [B, other(A)], owner: 'A M1' },
  },
  'its callback has a tradeNo that is asked for later': {
    ...{ row: BY_NUMBER, called: [A], asked: [{ ...B, requested_at: AFTERWARDS }], owner: 'A M1' },
  },
  'its callback has a tradeNo that is read later': {
    ...{ row: BY_NUMBER, called: [A], asked: [{ ...B, source_id: BEYOND }], owner: 'A M1' },
  },
  'its callback has a tradeNo of another, and it is asked for later': {
    ...{ row: BY_NUMBER, called: [A], asked: [B, { ...other(A), requested_at: AFTERWARDS }] },
  },
  'its callback has a tradeNo of another, and it is read later': {
    ...{ row: BY_NUMBER, called: [A], asked: [B, { ...other(A), source_id: BEYOND }] },
  },
  'asked for now': { asked: [{ ...B, requested_at: AS_OF }], owner: 'B M1' },
  'asked for later': { asked: [{ ...B, requested_at: AFTERWARDS }] },
  'asked for by the newest': { asked: [{ ...B, source_id: NEWEST }], owner: 'B M1 new' },
  'asked for beyond it': { asked: [{ ...B, source_id: BEYOND }] },
  'its number, asked for now': {
    ...{ row: BY_NUMBER, asked: [{ ...A, requested_at: AS_OF, source_id: NEWEST }], owner: 'A M1 new' },
  },
  'its number, asked for later': { row: BY_NUMBER, asked: [{ ...A, requested_at: AFTERWARDS }] },
  'its number, beyond': { row: BY_NUMBER, asked: [{ ...A, source_id: BEYOND }] },
  'called now': { called: [{ ...B, received_at: AS_OF, verified: null }], owner: 'B M1' },
  'called later': { called: [{ ...B, received_at: AFTERWARDS }] },
  'called by the newest': { called: [{ ...B, source_id: NEWEST, verified: true }], owner: 'B M1 new' },
  'called beyond it': { called: [{ ...B, source_id: BEYOND }] },
  forged: { called: [{ ...B, verified: false }] },
  'its number, called now': {
    ...{ row: BY_NUMBER, called: [{ ...A, received_at: AS_OF, source_id: NEWEST }], owner: 'A M1 new' },
  },
  'its number, called later': { row: BY_NUMBER, called: [{ ...A, received_at: AFTERWARDS }] },
  'its number, called beyond': { row: BY_NUMBER, called: [{ ...A, source_id: BEYOND }] },
  'its number, forged': { row: BY_NUMBER, called: [{ ...A, verified: false }] },
  'known by a later request': {
    ...{ asked: [{ ...B, source_id: KNOWN, requested_at: AFTERWARDS }], called: [{ ...B, source_id: NEW }] },
    owner: 'B M1',
  },
  'known by a callback': {
    ...{ asked: [{ ...B, source_id: NEW }], called: [{ ...other(B), source_id: KNOWN }], owner: 'B M1' },
  },
  'known of another merchant': {
    ...{ asked: [{ ...B, source_id: NEW }, by('M2', other(B))], called: [by('M2', other(B))] },
    owner: 'B M1 new',
  },
};

async function putCases(session: Session, cases: ReadonlyArray<readonly [string, Case]>): Promise<void> {
  const own = (index: number, { order_no, trade_no, ...row }: Row): Row => ({
    ...row,
    order_no: order_no === '' ? '' : `${order_no}${index}`,
    trade_no: trade_no === null ? null : `${trade_no}${index}`,
  });
  const all = (which: 'asked' | 'called') =>
    cases.flatMap(([, one], index) => (one[which] ?? []).map((row) => own(index, row)));
  const rows = cases.map(([name, { row }], index) => ({
    ...{ ...own(index, { ...A, ...row }), digest: digestOf(name), type: 'payment', status: 'paid' },
  }));
  await putRows(session, 'work_rows', [
    ...rows,
    // One that has its order, and one that names none.
    keyed('OWNED', { type: 'payment', status: 'paid', trade_no: 'T0' }),
    keyed('', { type: 'payment', status: 'paid' }),
  ]);
  await putRows(session, 'pay_ins', all('asked'));
  await putRows(session, 'callbacks', all('called'));
  await putRows(session, 'work_owners', [
    keyed('OWNED', { owner_order_no: 'ELSEWHERE', owner_merchant_id: 'M1' }),
    { ...rows[0], digest: digestOf('another'), owner_order_no: 'ELSEWHERE', owner_merchant_id: 'M1' },
  ]);
}

/** The orders of the rows of some cases, by the names of the cases. */
async function ownersOf(session: Session, cases: ReadonlyArray<readonly [string, Case]>): Promise<Row> {
  await putCases(session, cases);
  await runSqlFile(session, 'reconcile/choose/other_owners.sql', RUN);
  const { rows } = await sql<{ digest: string; owner: string }>`
    select replace(digest::text, '-', '') as digest,
           concat_ws(' ', owner_order_no, owner_merchant_id, case when not is_known then 'new' end) as owner
    from work_owners
    where owner_order_no <> 'ELSEWHERE'
    order by 1, 2`.execute(session.db);
  expect(rows).toHaveLength(cases.filter(([, { owner }]) => owner !== undefined).length);
  const owners = cases.map(([name], index) => {
    const own = rows.filter(({ digest }) => digest === digestOf(name)).map(({ owner }) => owner);
    return [name, own.join(', ').replaceAll(new RegExp(`(?<=^[ABC])${index} `, 'g'), ' ')];
  });
  return Object.fromEntries(owners);
}

const wanted = (cases: ReadonlyArray<readonly [string, Case]>): Row =>
  Object.fromEntries(cases.map(([name, { owner = '' }]) => [name, owner]));

onEngines('a row of a statement', (engine) => {
  it('belongs to the one order that has most in common with it', async () => {
    const cases = Object.entries(CASES);
    const found = await undone(await engine.emptied(), (session) => ownersOf(session, cases));
    expect(found).toEqual(wanted(cases));
  });

  it('belongs to the same order if there is no other row', async () => {
    const store = await engine.emptied();
    for (const one of Object.entries(CASES).filter(([name]) => name.startsWith('its callback'))) {
      const found = await undone(store, (session) => ownersOf(session, [one]));
      expect(found).toEqual(wanted([one]));
    }
  });
});
