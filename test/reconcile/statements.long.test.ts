import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, sqlFiles } from '../../src/database/sql-file.ts';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { emptyTables, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { bothVerdicts } from './stated-model.ts';
import { coverByStatements, putStatement, type StatementRow } from './statement-evidence.ts';

const SETTINGS = parseSettings({
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
const END = AS_OFS.at(-1)!;
const GIVEN = {
  asOf: Date.parse(END),
  graceSeconds: SETTINGS.statements.graceSeconds,
  tolerances: SETTINGS.tolerances,
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
  gross: fc.constantFrom(20_000, 20_000, 20_001, 19_000, 2_000_000, null),
  fee: fc.constantFrom(300, 301, 401, null),
  net: fc.constantFrom(19_700, 19_699, null),
  completedAt: fc.constantFrom('2026-11-19T13:06:00Z', '2026-11-19T13:05:59Z', '2026-11-20T02:00:00Z'),
  settledOn: fc.constantFrom('2026-11-20', null),
  payoutId: fc.constantFrom('P1', 'P2', null),
});

const step = fc.record({
  records: fc.array(fc.oneof(payIn, callback), { maxLength: 5 }),
  rows: fc.array(row, { maxLength: 4 }),
  readAt: fc.constantFrom(...AS_OFS),
  covers: fc.constantFrom(0, 0, 1, 2),
  judgedAt: fc.constantFrom(null, ...AS_OFS),
});
type WorldStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function judge(session: Session, asOf: string): Promise<void> {
  const at = instantOf(asOf);
  await transaction(session, () => reconcile(session, SETTINGS, { asOf: at, startedAt: at }));
}

async function play(store: Store, steps: readonly WorldStep[], isStepwise: boolean): Promise<unknown> {
  await emptyTables(store);
  const folder = temporaryFolder();
  for (const [index, one] of steps.entries()) {
    if (one.records.length > 0) await read(store, [write(folder, `${index}.ndjson`, lines(...one.records))]);
    await store.session(async (session) => {
      if (one.rows.length > 0) {
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
      }
      if (isStepwise && one.judgedAt !== null) await judge(session, one.judgedAt);
    });
  }
  return store.session(async (session) => {
    await judge(session, END);
    const { program, model } = await bothVerdicts(session, GIVEN);
    expect(program).toEqual(model);
    for (const proof of sqlFiles('proofs')) {
      const { rows } = await runSqlFile(session, `proofs/${proof}`);
      expect(rows, proof).toEqual([]);
    }
    return results(session);
  });
}

/** All that holds now, but for the runs that found it. */
async function results(session: Session): Promise<unknown> {
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

onEngines('what statements make of orders', (engine) => {
  it('is the same in one run and in many, whenever and as of whenever they were', async () => {
    const store = await engine.emptied();
    const run = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const many = await play(store, steps, true);
      expect(many).toEqual(await play(store, steps, false));
    });
    await fc.assert(run, { numRuns: Number(process.env['TEST_RUNS'] ?? 3) * 3 });
  });
});
