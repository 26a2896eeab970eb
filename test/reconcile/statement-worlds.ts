/** Random worlds of records and of rows of statements. */
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Session, Store } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { instantOf } from './run-scenario.ts';
import { coverByStatements, putStatement, type StatementRow } from './statement-evidence.ts';

export const STATED_SETTINGS = parseSettings({
  tolerances: { BRL: 1 },
  fees: [
    { region: 'BR', from: '2026-01-01', percent: '1.5', rounding: 'half-even', tolerance: 1 },
    {
      region: 'BR',
      method: 'PIX',
      from: '2026-11-19T10:06:00-03:00',
      percent: '2',
      fixed: 1,
      rounding: 'up',
    },
  ],
});
const AS_OFS = [
  '2026-11-19T13:05:30Z',
  '2026-11-19T14:06:00Z',
  '2026-11-19T16:00:00Z',
  '2026-11-20T12:00:00Z',
  '2026-11-29T12:00:00Z',
];
/** The as-of of the last run. */
export const STATED_END = AS_OFS.at(-1)!;
/** What the model is given. */
export const STATED_GIVEN = {
  asOf: Date.parse(STATED_END),
  graceSeconds: STATED_SETTINGS.statements.graceSeconds,
  tolerances: STATED_SETTINGS.tolerances,
};

const names = {
  orderNo: fc.constantFrom('ORDER00001', 'ORDER00002', 'ORDER00003', 'ORDER00004'),
  merchantId: fc.constantFrom('M0001', 'M0001', 'M0001', 'M0002'),
  tradeNo: fc.constantFrom('T1', 'T2', 'T3', 'T4', 'T5'),
};
const payIn = fc
  .record({ ...names, amount: fc.constantFrom('20000', '20000', '200') })
  .map((choice) => payInLine(choice));
const callback = fc
  .record({
    ...names,
    amount: fc.constantFrom('20000', '20000', '20001', '200'),
    status: fc.constantFrom('SUCCESS', 'SUCCESS', 'SUCCESS', 'PROCESSING'),
    at: fc.constantFrom('2026-11-19T13:06:02Z', '2026-11-19T15:00:00Z', '2026-11-20T11:00:00Z'),
  })
  .map((choice) => callbackLine(choice));
const row: fc.Arbitrary<StatementRow> = fc.record({
  orderNo: fc.oneof({ weight: 3, arbitrary: names.orderNo }, { weight: 1, arbitrary: fc.constant('') }),
  merchantId: fc.constantFrom('', '', 'M0001', 'M0002'),
  tradeNo: fc.oneof({ weight: 3, arbitrary: names.tradeNo }, { weight: 1, arbitrary: fc.constant(null) }),
  rowId: fc.constantFrom(null, null, 'R1', 'R2', 'R3'),
  type: fc.constantFrom('payment', 'payment', 'payment', 'payment', 'refund', 'chargeback', 'fee', 'payout'),
  status: fc.constantFrom('paid', 'paid', 'paid', 'paid', 'failed', 'pending'),
  method: fc.constantFrom('PIX', null),
  currency: fc.constantFrom('BRL', 'BRL', 'BRL', 'EGP', null),
  gross: fc.constantFrom(20_000, 20_000, 20_001, 19_000, 2_000_000, 0, null),
  fee: fc.constantFrom(300, 301, 401, -300, null),
  net: fc.constantFrom(19_700, 19_699, 300, -19_700, null),
  completedAt: fc.constantFrom('2026-11-19T13:06:00Z', '2026-11-19T13:05:59Z', '2026-11-20T02:00:00Z'),
  settledOn: fc.constantFrom('2026-11-20', null),
  payoutId: fc.constantFrom('P1', 'P2', null),
});
/** The provider gives back its fee, and nothing goes to the payer. */
const feeGivenBack = row.map((one) => ({ ...one, type: 'refund' as const, gross: 0, fee: -300, net: 300 }));

const step = fc.record({
  records: fc.array(fc.oneof(payIn, callback), { maxLength: 5 }),
  rows: fc.array(fc.oneof({ weight: 9, arbitrary: row }, { weight: 1, arbitrary: feeGivenBack }), {
    maxLength: 4,
  }),
  readAt: fc.constantFrom(...AS_OFS),
  covers: fc.constantFrom(0, 0, 1, 2),
  judgedAt: fc.constantFrom(null, ...AS_OFS),
});
export type StatedStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The steps of a world: what is read, and the as-of of a run after it; null for none. */
export const statedSteps = fc.array(step, { minLength: 1, maxLength: 6 });

/**
 * Reads what a step brings.
 * @param folder for its file, which is named by the step's index
 */
export async function readStep(store: Store, folder: string, index: number, one: StatedStep): Promise<void> {
  if (one.records.length > 0) await read(store, [write(folder, `${index}.ndjson`, lines(...one.records))]);
  if (one.rows.length === 0) return;
  await store.session(async (session) => {
    const source = await putStatement(session, one.rows, one.readAt);
    if (one.covers > 0)
      await coverByStatements(session, source, [
        '2026-11-19T03:00:00Z',
        one.covers === 1 ? '2026-11-20T03:00:00Z' : '2026-11-19T20:00:00Z',
      ]);
    await session.script(`
      update sources set accepted = (select count(*) from statements s where s.source_id = sources.source_id),
                         duplicate = records - (select count(*) from statements s where s.source_id = sources.source_id)
      where source_id = ${source}`);
  });
}

/** Judges what was read, within the caller's transaction. */
export async function judgeStated(session: Session, asOf: string): Promise<void> {
  const at = instantOf(asOf);
  await reconcile(session, STATED_SETTINGS, { asOf: at, startedAt: at });
}

/** All that holds now, but for the runs that found it. */
export async function statedResults(session: Session): Promise<unknown> {
  const held: Record<string, unknown> = {};
  const keys = {
    order_rows: ['from_run', 'until_run'],
    finding_rows: ['from_run', 'until_run', 'first_seen_at'],
    statement_rows: ['from_run', 'until_run'],
    payout_rows: ['from_run', 'until_run'],
    stated_dates: ['from_run', 'until_run'],
    scaled_sources: ['from_run', 'until_run'],
  };
  for (const [table, without] of Object.entries(keys)) {
    const { rows } = await sql<{ held: string }>`
      select (to_jsonb(r) - ${without}::text[])::text as held from ${sql.table(table)} r
      where until_run is null order by 1`.execute(session.db);
    held[table] = rows.map((one) => one.held);
  }
  const { rows } = await sql<{ held: string }>`
    select concat_ws(' ', date, region, merchant_id, currency, flow, sum(orders), sum(minor)) as held
    from owed_changes
    group by date, region, merchant_id, currency, flow
    having sum(orders) <> 0 or sum(minor) <> 0
    order by 1`.execute(session.db);
  held['owed_changes'] = rows.map((one) => one.held);
  return held;
}
