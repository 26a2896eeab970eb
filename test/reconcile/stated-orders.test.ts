/** Which orders a run judges because of statements, and whose their rows are: each statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, type SqlParameters } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, runWithRules, undone } from './put-rows.ts';
import { rowsOf } from './stated-cases.ts';

const RUN = 7;
const [BEGUN, ENDED, BEFORE, ELSEWHERE] = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
const AS_OF = '2026-11-20T12:00:00Z';

/** The orders that a statement adds to work_keys, in order. */
async function chosen(session: Session, file: string, parameters: SqlParameters): Promise<string[]> {
  await session.script('update work_keys set round = 1');
  await runSqlFile(session, `reconcile/choose/${file}.sql`, parameters);
  const { rows } = await sql<{ order: string }>`
    select order_no || ' ' || merchant_id as order from work_keys where round = 0 order by 1`.execute(
    session.db,
  );
  return rows.map(({ order }) => order);
}

onEngines('orders of statements', (engine) => {
  it('are judged that were paid on dates which statements cover since now, or no longer', async () => {
    const orders: readonly Row[] = [
      { order_no: 'BEGUN', paid_date: BEGUN },
      { order_no: 'ENDED', paid_date: ENDED },
      { order_no: 'COVEREDBEFORE', paid_date: BEFORE },
      { order_no: 'COVEREDELSEWHERE', paid_date: ELSEWHERE },
      { order_no: 'ELSEWHERE', paid_date: ELSEWHERE, region: 'EG' },
      { order_no: 'STATED', paid_date: BEGUN, stated_minor: 5, payments: 1 },
      { order_no: 'SEVERAL', paid_date: BEGUN, stated_minor: 5, payments: 2 },
      { order_no: 'CHANGED', paid_date: BEGUN, until_run: RUN },
      { order_no: 'CHOSEN', paid_date: BEGUN },
      { order_no: 'CHOSENOFOTHER', paid_date: BEGUN },
      { order_no: 'APART' },
      { order_no: 'APARTELSEWHERE' },
      { order_no: 'APARTTOO', paid_date: BEGUN },
      { order_no: 'APARTSTATED', stated_minor: 5, payments: 1 },
      { order_no: 'APARTSEVERAL', stated_minor: 5, payments: 2 },
      { order_no: 'APARTBEFORE' },
      { order_no: 'APARTCHANGED', until_run: RUN },
      { order_no: 'APARTOFOTHER', merchant_id: 'M2' },
    ];
    const apart = orders
      .map(({ order_no }) => ({ order_no, paid_date: BEGUN }))
      .filter(({ order_no }) => String(order_no).startsWith('APART'))
      .map((one) => (one.order_no === 'APARTELSEWHERE' ? { ...one, region: 'EG' } : one))
      .map((one) => (one.order_no === 'APARTBEFORE' ? { ...one, until_run: RUN } : one));
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'stated_dates', [
        { date: BEGUN, from_run: RUN },
        { date: ENDED, from_run: 1, until_run: RUN },
        { date: BEFORE, from_run: RUN - 1 },
        { date: ELSEWHERE, from_run: RUN, region: 'EG' },
        { date: '2026-11-23', from_run: RUN },
      ]);
      await putRows(session, 'order_rows', orders);
      await putRows(session, 'separate_payments', apart);
      await putRows(session, 'work_keys', [
        { order_no: 'CHOSEN' },
        { order_no: 'CHOSENOFOTHER', merchant_id: 'M2' },
      ]);
      return chosen(session, 'orders_of_stated_dates', { run: RUN });
    });
    const wanted = ['BEGUN', 'ENDED', 'ELSEWHERE', 'SEVERAL', 'CHOSENOFOTHER'];
    wanted.push('APART', 'APARTTOO', 'APARTSEVERAL');
    expect(found).toEqual(wanted.map((orderNo) => `${orderNo} M1`).toSorted());
  });

  it('are judged whose rows are of a source that is in another unit since now, or no longer', async () => {
    const matched = (source_id: number, name: string, more: Row = {}) => ({
      ...keyed(`${name}ROW`, { source_id }),
      ...{ matched_order_no: name, matched_merchant_id: 'M1', ...more },
    });
    const rows: readonly Row[] = [
      matched(1, 'BEGUN'),
      { ...matched(1, 'BEGUN'), ...keyed('BEGUNAGAINROW') },
      matched(2, 'ENDED'),
      matched(3, 'STILL'),
      matched(4, 'BEFORE'),
      matched(5, 'NEVER'),
      matched(1, 'CHANGED', { until_run: RUN }),
      matched(1, 'NONE', { matched_order_no: null, matched_merchant_id: null }),
      matched(1, 'CHOSEN'),
      matched(1, 'CHOSENOFOTHER'),
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'scaled_sources', [
        { source_id: 1, from_run: RUN },
        { source_id: 2, until_run: RUN },
        { source_id: 3, until_run: RUN },
        { source_id: 3, from_run: RUN },
        { source_id: 4, from_run: 1 },
      ]);
      await putRows(
        session,
        'statements',
        rows.map(({ order_no, digest, source_id }, line) => ({
          ...{ order_no, digest, source_id, line, row_key: order_no, type: 'payment', status: 'paid' },
        })),
      );
      await putRows(session, 'statement_rows', rows);
      await putRows(session, 'work_keys', [
        { order_no: 'CHOSEN' },
        { order_no: 'CHOSENOFOTHER', merchant_id: 'M2' },
      ]);
      return chosen(session, 'orders_of_scaled_sources', { run: RUN });
    });
    expect(found).toEqual(['BEGUN M1', 'CHOSENOFOTHER M1', 'ENDED M1']);
  });

  it('are judged that a row belongs to, and was known or gave money back, and those that it belonged to', async () => {
    const owned = (name: string, more: Row = {}) => ({
      ...keyed(`${name}ROW`),
      ...{ owner_order_no: name, owner_merchant_id: 'M1', is_known: false, ...more },
    });
    const of = (rows: readonly Row[], more: Row) =>
      rows.map(({ order_no, digest }) => ({ order_no, digest, ...more }));
    const known = [owned('KNOWN', { is_known: true }), owned('CHOSEN', { is_known: true })];
    const refunded = [owned('REFUNDED')];
    const chargedBack = [owned('CHARGEDBACK')];
    const paid = [owned('PAID')];
    const before = [owned('BEFORE'), owned('ENDEDBEFORE'), owned('NEVER'), owned('STILL')];
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'work_owners', [...known, ...refunded, ...chargedBack, ...paid]);
      await putRows(session, 'work_rows', [
        ...of([...known, ...paid], { type: 'payment', status: 'paid' }),
        ...of(refunded, { type: 'refund', status: 'paid' }),
        ...of(chargedBack, { type: 'chargeback', status: 'paid' }),
      ]);
      await putRows(session, 'work_revisited', of(before, {}));
      await putRows(session, 'statement_rows', [
        { ...of(before, {})[0], matched_order_no: 'BEFORE', matched_merchant_id: 'M1' },
        { ...of(before, {})[1], matched_order_no: 'ENDEDBEFORE', matched_merchant_id: 'M1', until_run: RUN },
        { ...of(before, {})[2], matched: 'none' },
        { ...of(before, {})[3], matched_order_no: 'KNOWN', matched_merchant_id: 'M1' },
        { ...keyed('NOTREVISITED'), matched_order_no: 'NOTREVISITED', matched_merchant_id: 'M1' },
      ]);
      await putRows(session, 'work_keys', [{ order_no: 'CHOSEN' }]);
      return chosen(session, 'owners_of_rows', {});
    });
    expect(found).toEqual(['BEFORE M1', 'CHARGEDBACK M1', 'KNOWN M1', 'REFUNDED M1']);
  });
});

onEngines('rows of statements', (engine) => {
  it('belong to the order of their number and tradeNo, or of their number and merchant', async () => {
    const asked = (order_no: string, more: Row = {}): Row => ({
      ...{ order_no, trade_no: `T${order_no}`, source_id: 1, ...more },
    });
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(
        session,
        'work_rows',
        [
          keyed('PLAIN', { trade_no: 'TPLAIN', merchant_id: '' }),
          keyed('KNOWN', { trade_no: 'TKNOWN' }),
          keyed('LASTKNOWN', { trade_no: 'TLASTKNOWN' }),
          keyed('FIRSTUNKNOWN', { trade_no: 'TFIRSTUNKNOWN' }),
          keyed('ASKEDNOW', { trade_no: 'TASKEDNOW' }),
          keyed('ASKEDLATER', { trade_no: 'TASKEDLATER' }),
          keyed('NEWEST', { trade_no: 'TNEWEST' }),
          keyed('BEYOND', { trade_no: 'TBEYOND' }),
          keyed('OTHERTRADE', { trade_no: 'T0' }),
          keyed('OTHERMERCHANT', { trade_no: 'TOTHERMERCHANT', merchant_id: 'M2' }),
          keyed('BYMERCHANT'),
          keyed('BYOTHERMERCHANT', { merchant_id: 'M2' }),
          keyed('BYNOMERCHANT', { merchant_id: '' }),
          keyed('ASKEDTWICE', { trade_no: 'TASKEDTWICE' }),
          keyed('OFTWO', { trade_no: 'TOFTWO', merchant_id: '' }),
          keyed('OFTWOBYMERCHANT', { trade_no: 'TOFTWOBYMERCHANT' }),
          keyed('OWNED', { trade_no: 'TOWNED' }),
          keyed('UNASKED', { trade_no: 'TUNASKED' }),
        ].map((one) => ({ type: 'payment', status: 'paid', ...one })),
      );
      await putRows(session, 'pay_ins', [
        asked('PLAIN'),
        asked('KNOWN'),
        asked('LASTKNOWN', { source_id: 2 }),
        asked('FIRSTUNKNOWN', { source_id: 3 }),
        asked('ASKEDNOW', { requested_at: AS_OF }),
        asked('ASKEDLATER', { requested_at: '2026-11-20T12:00:01Z' }),
        asked('NEWEST', { source_id: 4 }),
        asked('BEYOND', { source_id: 5 }),
        asked('OTHERTRADE'),
        asked('OTHERMERCHANT'),
        asked('BYMERCHANT'),
        asked('BYOTHERMERCHANT'),
        asked('BYNOMERCHANT'),
        asked('ASKEDTWICE', { source_id: 4 }),
        asked('ASKEDTWICE', { source_id: 2 }),
        asked('OFTWO'),
        asked('OFTWO', { merchant_id: 'M2' }),
        asked('OFTWOBYMERCHANT'),
        asked('OFTWOBYMERCHANT', { merchant_id: 'M2' }),
        asked('OWNED'),
      ]);
      await putRows(session, 'work_owners', [
        keyed('OWNED', { owner_order_no: 'ELSEWHERE', owner_merchant_id: 'M1', is_known: true }),
        keyed('PLAIN', { owner_order_no: 'ELSEWHERE', owner_merchant_id: 'M1', digest: digestOf('OTHER') }),
      ]);
      const parameters = { as_of: AS_OF, known_source: 2, last_source: 4 };
      await runWithRules(session, 'reconcile/choose/plain_owners.sql', parameters);
      return rowsOf(session, 'work_owners', sql`concat_ws(' ', owner_order_no, owner_merchant_id, is_known)`);
    });
    const known = ['PLAIN', 'KNOWN', 'LASTKNOWN', 'ASKEDNOW', 'ASKEDTWICE', 'BYMERCHANT', 'OFTWOBYMERCHANT'];
    const unknown = ['FIRSTUNKNOWN', 'NEWEST'];
    expect(found).toEqual(
      [
        'ELSEWHERE M1 f',
        'ELSEWHERE M1 t',
        ...known.map((orderNo) => `${orderNo} M1 t`),
        ...unknown.map((orderNo) => `${orderNo} M1 f`),
      ].toSorted(),
    );
  });

  it('of payments with a tradeNo are compared with each of several payments', async () => {
    const cases: ReadonlyArray<readonly [name: string, row?: Row, owner?: string]> = [
      ['PAID'],
      ['FAILED', { status: 'failed' }],
      ['REVERSED', { status: 'reversed', source_id: 2 }],
      ['PENDING', { status: 'pending' }],
      ['REFUND', { type: 'refund' }],
      ['WITHOUTTRADE', { trade_no: null }],
      ['NOTCHOSEN', {}, 'ANOTHER M1'],
      ['OFANOTHER', {}, 'ORDER M2'],
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'work_keys', [{ order_no: 'ORDER' }]);
      const row = { type: 'payment', status: 'paid' };
      await putRows(session, 'work_rows', [
        ...cases.map(([name, more]) => keyed(name, { ...row, trade_no: name, ...more })),
        keyed('PAID', { ...row, trade_no: 'OFNOORDER', digest: digestOf('of its number') }),
      ]);
      await putRows(
        session,
        'work_owners',
        cases.map(([name, , owner = 'ORDER M1']) => {
          const [owner_order_no, owner_merchant_id] = owner.split(' ');
          return keyed(name, { owner_order_no, owner_merchant_id });
        }),
      );
      await runSqlFile(session, 'reconcile/choose/stated_rows.sql', { scaled: [2] });
      return rowsOf(session, 'work_stated_rows', sql`concat_ws(' ', trade_no, status, is_scaled)`);
    });
    expect(found).toEqual(['FAILED failed f', 'PAID paid f', 'REVERSED reversed t']);
  });
});
