/** Which rows of statements lanes read with their orders: the statements that read them, on rows put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, sqlPart, sqlParts } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { statementParameters } from '../../src/reconcile/statement-parameters.ts';
import { NEW_ROWS } from '../../src/reconcile/step-parts.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, type Row, runWithRules, undone } from './put-rows.ts';
import { type Case, KNOWN, NEWEST, NOT_NEW, OTHER, PLAIN, put, RUN, rowsOf, UNREAD } from './stated-cases.ts';

const TARIFF = {
  region: 'BR',
  method: 'PIX',
  merchant: 'M1',
  from: '2026-01-01',
  percent: '1',
  rounding: 'half-up',
};
const ZONES = { regions: ['BR', 'EG'], zones: ['America/Sao_Paulo', 'Africa/Cairo'] };

async function readNewRows(session: Session, range: Row = {}): Promise<void> {
  const parameters = {
    ...{ ...RUN, ...ZONES, from_order: null, to_order: null, ...range },
    ...statementParameters(parseSettings({ fees: [TARIFF] })),
  };
  const fees = sqlParts(['reconcile/choose/expected_fees.sql'], { ...parameters, fence: sql`offset 0` });
  await runWithRules(session, 'reconcile/evidence/new_rows.sql', { ...parameters, ...fees });
}

onEngines('new rows of statements', (engine) => {
  it('are read with the order of their number, if they plainly mean it', async () => {
    const cases: readonly Case[] = [
      ...PLAIN,
      ...OTHER,
      ...NOT_NEW,
      ['UNREAD', { source_id: UNREAD }],
      ['APART'],
      ['SETTLED', { completed_at: null, settled_on: '2026-11-19' }],
      ['UNTIMED', { completed_at: null }],
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, cases);
      await putRows(session, 'work_apart', [{ order_no: 'APART' }]);
      await readNewRows(session);
      return rowsOf(session, 'work_new_rows', sql`owner_order_no || ' ' || owner_merchant_id`);
    });
    expect(found).toEqual([...PLAIN.map(([orderNo]) => `${orderNo} M1`), 'SETTLED M1'].toSorted());
  });

  it('are read in the range of their lane', async () => {
    const numbers = ['A', 'B', 'C', 'D'];
    const found = await undone(await engine.emptied(), async (session) => {
      await put(
        session,
        numbers.map((orderNo) => [orderNo]),
      );
      await readNewRows(session, { from_order: 'B', to_order: 'D' });
      return rowsOf(session, 'work_new_rows', sql`order_no`);
    });
    expect(found).toEqual(['B', 'C']);
  });

  it('have a time, a fee by the tariff, and a mark if they are alone with their number', async () => {
    const settled = { completed_at: null, settled_on: '2026-11-19' };
    const cases: readonly Case[] = [
      ['TIMED', { settled_on: '2026-11-18', completed_at: '2026-11-19T10:00:00Z' }],
      ['SETTLED', settled],
      ['SETTLEDINCAIRO', { ...settled, region: 'EG' }],
      ['SETTLEDNOWHERE', { ...settled, region: '' }],
      ['METHODOFORDER', { payment_method: null }],
      ['OTHERMETHODOFORDER', { payment_method: null }, { payment_method: 'BOLETO' }],
      ['OTHERMETHOD', { payment_method: 'BOLETO' }],
      ['MERCHANTOFORDER', { merchant_id: '' }],
      ['OTHERFEE', { fee_minor: 201 }],
      ['PENDING', { status: 'pending' }],
      ['OTHERTYPE', { type: 'other' }],
      ['WITHOUTGROSS', { gross_minor: null }],
      ['TWICE', { row_key: '1' }],
      ['TWICE', { row_key: '2' }],
      ['WITHUNREAD'],
      ['WITHUNREAD', { source_id: UNREAD }],
      ['WITHKNOWN'],
      ['WITHKNOWN', { source_id: KNOWN }],
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, cases);
      await readNewRows(session);
      const shown = sql`concat_ws(' ', order_no, to_char(stated_at, 'DD HH24:MI'), expected_fee_minor, is_only, fee_differs)`;
      return rowsOf(session, 'work_new_rows', shown);
    });
    expect(found).toEqual([
      'MERCHANTOFORDER 19 13:00 200 t f',
      'METHODOFORDER 19 13:00 200 t f',
      'OTHERFEE 19 13:00 200 t t',
      'OTHERMETHOD 19 13:00 t f',
      'OTHERMETHODOFORDER 19 13:00 t f',
      'OTHERTYPE 19 13:00 t f',
      'PENDING 19 13:00 t f',
      'SETTLED 19 03:00 200 t f',
      'SETTLEDINCAIRO 18 22:00 t f',
      'SETTLEDNOWHERE 19 00:00 t f',
      'TIMED 19 10:00 200 t f',
      'TWICE 19 13:00 200 f f',
      'TWICE 19 13:00 200 f f',
      'WITHKNOWN 19 13:00 200 t f',
      'WITHOUTGROSS 19 13:00 t f',
      'WITHUNREAD 19 13:00 200 f f',
    ]);
  });

  it('that are alone say of their order what sums of one row would', async () => {
    const cases: readonly Case[] = [
      ['PAID', { net_minor: 19_800, settled_on: '2026-11-20', payout_id: 'P1' }],
      ['OTHERNET', { net_minor: 19_000, fee_minor: 100 }],
      ['OTHERSOURCE', { source_id: NEWEST, currency: 'EGP' }],
      ['WITHOUTCURRENCY', { currency: null, payout_id: 'P2' }],
      ['WITHOUTGROSS', { gross_minor: null, net_minor: 5 }],
      ['FAILED', { status: 'failed', settled_on: '2026-11-20', payout_id: 'P3' }],
      ['REVERSED', { status: 'reversed' }],
    ];
    const silent: readonly Case[] = [
      ['PENDING', { status: 'pending' }],
      ['REFUND', { type: 'refund' }],
      ['FAILEDREFUND', { type: 'refund', status: 'failed' }],
      ['TWICE', { row_key: '1' }],
      ['TWICE', { row_key: '2' }],
    ];
    const [byRow, sums] = await undone(await engine.emptied(), async (session) => {
      await put(session, [...cases, ...silent]);
      await readNewRows(session);
      const said = () => rowsOf<{ order_no: string }>(session, 'work_stated', sql`to_jsonb(work_stated)`);
      await runSqlFile(session, 'reconcile/evidence/stated_by_row.sql', { scaled: [NEWEST] });
      const each = await said();
      await session.script('delete from work_stated');
      const summed = { ...NEW_ROWS, scaled: [NEWEST] };
      await sqlPart('reconcile/choose/stated_by_order.sql', summed).execute(session.db);
      return [each, await said()] as const;
    });
    expect(byRow.map((one) => one.order_no).toSorted()).toEqual(cases.map(([orderNo]) => orderNo).toSorted());
    expect(sums).toEqual(expect.arrayContaining(byRow));
  });
});
