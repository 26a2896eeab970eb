/** Single statements on many records that share one order, tradeNo, amount or row: what they read grows as the records do. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, sqlPart } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { advanceCounts } from '../../src/operations/watch/advance-counts.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onPostgresql } from '../support/engines.ts';
import { rowsLookedAt } from '../support/rows-looked-at.ts';
import { putRows, putSource, type Row, runWithRules } from './put-rows.ts';
import { instantOf } from './run-scenario.ts';
import { put, RUN } from './stated-cases.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const NOON = Date.parse('2026-11-19T12:00:00Z');
const LEAST = 100;

interface Case {
  readonly fill: (session: Session, records: number) => Promise<unknown>;
  readonly run: (session: Session) => Promise<unknown>;
}

const each = (records: number, made: (index: number) => Row) =>
  Array.from({ length: records }, (_one, index) => made(index));

const second = (index: number) => new Date(NOON + index * 1000).toISOString();

const payouts: Case = {
  fill: async (session, records) => {
    const settled_on = '2026-11-20';
    const paid = each(records, (index) => ({ payout_id: `PAY${index}`, net_minor: 9900, settled_on }));
    const booked = each(records, (index) => ({
      ...{ reference: 'CREDIT', row_key: `${index}` },
      ...{ currency: 'BRL', amount_minor: 9900, booked_on: settled_on },
    }));
    await put(session, []);
    await putRows(session, 'work_payouts', paid);
    await putRows(session, 'bank_rows', booked);
  },
  run: (session) => {
    const parts = { bank: sql.table('bank'), key: sql.ref('b.digest'), payouts: sql.table('work_payouts') };
    const payouts_in_references = sqlPart('ingest/123_payouts_in_references.sql', parts);
    const parameters = { ...RUN, run: 7, bank_days: 3, payouts_in_references };
    return runWithRules(session, 'reconcile/results/payout_rows.sql', parameters);
  },
};

const CASES: Readonly<Record<string, Case>> = {
  'requests and callbacks of one order, in the counts of the watch': {
    fill: async (session, records) => {
      await putSource(session, { records, accepted: records });
      const asked = each(records, (index) => ({ order_no: 'A', amount_minor: 100 + index }));
      const called = each(records, (index) => ({
        order_no: 'A',
        amount_minor: 100,
        received_at: second(index),
      }));
      await putRows(session, 'pay_ins', asked);
      await putRows(session, 'callbacks', called);
    },
    run: (session) => advanceCounts(session, parseSettings({}), instantOf(AS_OF)),
  },
  'rows and orders of one number and tradeNo': {
    fill: async (session, records) => {
      const one = { order_no: 'A', trade_no: 'T' };
      const rows = each(records, () => ({ ...one, merchant_id: '', type: 'payment', status: 'paid' }));
      const asked = each(records, (index) => ({ ...one, merchant_id: `M${index}` }));
      const called = each(records, (index) => ({ ...one, trade_no: `T${index}` }));
      await putRows(session, 'work_rows', rows);
      await putRows(session, 'pay_ins', [...asked, ...asked.map((row) => ({ ...row, merchant_id: 'M1' }))]);
      await putRows(session, 'callbacks', called);
    },
    run: (session) =>
      runSqlFile(session, 'reconcile/choose/other_owners.sql', {
        ...{ as_of: AS_OF, known_source: 0, last_source: 1, paid: ['SUCCESS'] },
      }),
  },
  'payouts and rows of the bank of one amount': payouts,
  'requests and answers of one order, to show it': {
    fill: async (session, records) => {
      await putSource(session, { records, accepted: records });
      const halves = each(2 * records, (index) => ({
        ...{ order_no: 'A', requested_at: second(index) },
        ...{ has_request: index % 2 === 0, has_response: index % 2 === 1 },
      }));
      await putRows(session, 'pay_ins', halves);
    },
    run: (session) => runSqlFile(session, 'order/020_calls.sql', { order_no: 'A', merchant_id: 'M1' }),
  },
  'callbacks of one key that no order has, in the proof of where callbacks belong': {
    fill: async (session, records) => {
      await putSource(session, { records, accepted: records });
      const called = each(records, (index) => ({ order_no: 'A', received_at: second(index) }));
      await putRows(session, 'callbacks', called);
    },
    run: (session) => runSqlFile(session, 'proofs/040_callbacks_belong_once.sql'),
  },
  'statements of one row, to show its order': {
    fill: async (session, records) => {
      await putSource(session, { records, accepted: records });
      const rows = each(records, (line) => ({
        ...{ order_no: 'A', row_id: 'R', row_key: 'R', line, type: 'payment', status: 'paid' },
      }));
      await putRows(session, 'statements', rows);
    },
    run: (session) =>
      runSqlFile(session, 'order/070_statement_rows.sql', { order_no: 'A', merchant_id: 'M1' }),
  },
};

onPostgresql('four times as many', (engine) => {
  /** How many rows and pages the costliest statement of a case looked at. */
  async function most({ fill, run }: Case, records: number): Promise<number> {
    const database = await engine.database();
    const store = await database.open();
    await store.session(async (session) => {
      await transaction(session, () => fill(session, records));
      await session.script('analyze');
    });
    const found = await rowsLookedAt(database.settings['databaseUrl']!, run);
    expect(found.size, 'statements whose plans were seen').toBeGreaterThan(0);
    return Math.max(...found.values());
  }

  for (const [name, one] of Object.entries(CASES)) {
    it(`${name} are four times the work`, async () => {
      const few = await most(one, LEAST);
      const many = await most(one, 4 * LEAST);
      expect(many / few).toBeLessThan(6);
    });
  }
});
