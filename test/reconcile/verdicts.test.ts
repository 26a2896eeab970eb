/** Which orders have verdicts for later steps, by connection: rows are put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, undone } from './put-rows.ts';

const RUN = 5;
const begun = (order_no: string, more: object = {}) => ({
  ...{ order_no, from_run: RUN, findings: 'DUPLICATE_ORDER', ...more },
});

const ORDER_ROWS = [
  ...['ABEFORE', 'BFIRST', 'CINRANGE', 'DNEXT'].map((order_no) => begun(order_no)),
  begun('CTWICE', { findings: '', payments: 2 }),
  begun('CPAID', { findings: '', payments: 1 }),
  begun('CEARLIER', { from_run: 4 }),
  begun('XOWN'),
  begun('COFOTHER'),
  begun('CINRANGE', { merchant_id: 'M2' }),
];
const WORK_ORDER_RESULTS = [
  begun('KNOWN'),
  begun('KTWICE', { findings: '', payments: 2 }),
  begun('KPAID', { findings: '', payments: 1 }),
  begun('UNMARKED'),
  begun('KNOWN', { merchant_id: 'M2' }),
];
const KNOWN = ['KNOWN', 'KTWICE', 'XOWN'];

onEngines('verdicts', (engine) => {
  it.each([
    ['of all orders', null, null, ['ABEFORE', 'BFIRST', 'CINRANGE', 'CTWICE', 'DNEXT', ...KNOWN]],
    ['of a range', 'BFIRST', 'DNEXT', ['BFIRST', 'CINRANGE', 'CTWICE', ...KNOWN]],
    ['of a range without an end', 'CINRANGE', null, ['CINRANGE', 'CTWICE', 'DNEXT', ...KNOWN]],
    ['of a range without a beginning', null, 'BFIRST', ['ABEFORE', ...KNOWN]],
  ] as const)('are those %s that have findings or several payments', async (_title, from, to, orders) => {
    const store = await engine.emptied();
    const verdicts = await undone(store, async (session) => {
      await putRows(session, 'order_rows', ORDER_ROWS);
      await putRows(session, 'work_order_results', WORK_ORDER_RESULTS);
      await putRows(
        session,
        'work_marked',
        ['KNOWN', 'KTWICE', 'KPAID'].map((order_no) => ({ order_no })),
      );
      await putRows(session, 'work_keys', [
        ...['KNOWN', 'KTWICE', 'KPAID', 'XOWN'].map((order_no) => ({ order_no })),
        { order_no: 'COFOTHER', is_own: false },
        { order_no: 'CINRANGE', merchant_id: 'M2', is_own: false },
      ]);
      const parameters = { run: RUN, from_order: from, to_order: to };
      await runSqlFile(session, 'reconcile/results/verdicts.sql', parameters);
      const { rows } = await sql<{ order_no: string }>`
          select order_no from work_verdicts order by order_no`.execute(session.db);
      return rows.map(({ order_no }) => order_no);
    });
    expect(verdicts).toEqual(orders);
  });
});
