import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payments } from '../../reports/payments.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';

const DATE = '2026-11-19';

/** Orders paid on their business date, on another one, not at all, and one with several payments. */
const STORED = `
  insert into order_rows (order_no, merchant_id, from_run, until_run, business_date, region, outcome, findings, payments,
    received_at, paid_date, payment_trade_no)
  select 'A' || n, 'M', 1, case n % 5 when 0 then 2 end, '${DATE}', 'BR', 'MATCHED', '', 1, '2026-11-20',
         date '${DATE}' + case when n % 7 = 0 then 1 else 0 end, case when n % 3 = 0 then 'T' || n end
  from generate_series(1, 400) n;
  insert into order_rows (order_no, merchant_id, from_run, business_date, region, outcome, findings, payments, received_at,
    paid_date)
  values ('B', 'M', 1, '2026-11-18', 'BR', 'MATCHED', '', 1, '2026-11-20', '${DATE}'),
         ('C', 'M', 1, '${DATE}', 'BR', 'PENDING', '', 0, null, null),
         ('D', 'M', 1, '${DATE}', 'BR', 'MISMATCH', '', 2, null, null);
  insert into separate_payments (order_no, merchant_id, payment, from_run, paid_date, business_date, region, received_at,
    outcome)
  select 'D', 'M', 'x' || n, 1, date '${DATE}' + n, '${DATE}', 'BR', '2026-11-20', 'MISMATCH' from generate_series(0, 1) n;
  analyze order_rows; analyze separate_payments`;

onEngines('payments by date', (engine) => {
  it('are the same rows as payments without a date', async () => {
    const store = await engine.open();
    await store.session(async (session) => {
      await session.script(STORED);
      expect(await count(session, 'payments_by_date')).toBe(403);
      expect(await count(session, 'payment_rows')).toBe(403);
      const same = '(select * from payment_rows intersect all select * from payments_by_date) s';
      expect(await count(session, same)).toBe(403);
    });
  });

  it('come in the order of their report by indexes that begin with a date, and no date is sorted', async () => {
    const store = await engine.open();
    const plan = await store.session(async (session) => {
      await session.script(STORED);
      return transaction(session, async () => {
        await session.script(
          'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
        );
        const scope = { date: DATE, region: 'BR', run: 1 };
        const { sql: text, parameters } = payments.select(session.db, scope as never).compile();
        const { rows } = await session.db.executeQuery<Record<string, string>>({
          ...sql`select 1`.compile(session.db),
          sql: `explain ${text}`,
          parameters,
        });
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    });
    expect(plan).toMatch(/Incremental Sort/);
    expect(plan).toMatch(/Merge Append/);
    expect(plan).toMatch(/Index Scan using order_rows_in_order /);
    expect(plan).toMatch(/Index Scan using order_rows_paid_on_other_date /);
    expect(plan).toMatch(/Index Scan using separate_payments_in_order /);
    expect(plan).not.toMatch(/(^|-> +)Sort {2}/m);
  });
});

async function count(session: Session, from: string): Promise<number> {
  const { rows } = await sql<{
    rows: number;
  }>`select count(*)::integer as rows from ${sql.raw(from)}`.execute(session.db);
  return rows[0]!.rows;
}
