import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { transaction } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { STEPS } from '../../src/reconcile/steps.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { type Engine, onCitus, onPostgresql } from '../support/engines.ts';
import { asSplit } from '../support/record-forms.ts';
import { type RecordedSession, recordedSession } from '../support/recorded-session.ts';
import { instantOf } from './run-scenario.ts';

/** What a run does to the tables of orders: on a cluster each worker does it to its own, and no row leaves it. */
const ON_EACH_WORKER = [
  'reconcile/choose/unmatched_callbacks.sql',
  'reconcile/choose/orders_with_news.sql',
  'reconcile/choose/claimed_callbacks.sql',
  'reconcile/evidence/marked_orders.sql',
  'reconcile/evidence/grouped_orders.sql',
  'reconcile/evidence/answers.sql',
  'reconcile/evidence/orders.sql',
  'reconcile/evidence/notifications.sql',
  'reconcile/evidence/payments.sql',
  'reconcile/evidence/grouped_evidence.sql',
  'reconcile/results/known_orders.sql',
  'reconcile/results/verdicts.sql',
  'reconcile/results/separate_payments.sql',
  'reconcile/results/payments_apart.sql',
  'reconcile/results/payments_in_rows.sql',
  'reconcile/results/orphan_results.sql',
  'insert into work_order_results',
  'insert into work_finding_results',
  ...['order_rows', 'separate_payments', 'finding_rows', 'orphan_results'].flatMap((table) => [
    `update ${table}`,
    `insert into ${table}`,
  ]),
];

/** What is not done by each worker for itself alone, and why. */
const OTHERWISE: Readonly<Record<string, { readonly plan: RegExp; readonly why: string }>> = {
  'reconcile/choose/related_orders.sql': {
    plan: /INSERT\/SELECT method: repartition/,
    why: 'orders of one tradeNo lie on several workers: the tradeNos go to all, the orders from worker to worker',
  },
  'reconcile/evidence/grouped_owners.sql': {
    plan: /INSERT\/SELECT method: repartition/,
    why: 'only tradeNos of unmatched callbacks and their owners are looked up, and go to the worker of the order',
  },
  'reconcile/evidence/callbacks.sql': {
    plan: /INSERT\/SELECT method: repartition/,
    why: 'an unmatched callback goes to the worker of the order that it belongs to; no row passes the coordinator',
  },
  'reconcile/evidence/reread_answers.sql': {
    plan: /Custom Scan \(Citus Adaptive\)/,
    why: 'the readings come from the program, in blocks, and each worker is sent them',
  },
  'changes/010_dates.sql': {
    plan: /Insert on changed_dates[\s\S]*Task Count/,
    why: 'each worker tells the dates that it changed, the coordinator keeps them',
  },
  'changes/020_flows.sql': {
    plan: /Insert on flow_changes[\s\S]*Task\n[\s\S]*(Group|Hash)Aggregate/,
    why: 'each worker sums its own, the coordinator sums the sums and keeps them',
  },
  'changes/030_delays.sql': {
    plan: /Insert on delay_changes[\s\S]*Task\n[\s\S]*(Group|Hash)Aggregate/,
    why: 'each worker counts its own, the coordinator sums the counts and keeps them',
  },
  'changes/040_payments.sql': {
    plan: /Insert on payment_changes[\s\S]*Task\n[\s\S]*(Group|Hash)Aggregate/,
    why: 'each worker sums its own, the coordinator sums the sums and keeps them',
  },
};

/** Of tables that lie on the coordinator: a row or two of a run. */
const SMALL = ['insert into runs', 'insert into judgings'];

onPostgresql('the statements of a run', (engine) => {
  it('are known here, with the reason where a worker does not do its own alone', async () => {
    const session = await twoRuns(engine);
    const changing = new Set(session.statements.map(({ name }) => name));
    expect([...changing].toSorted()).toEqual(
      [...ON_EACH_WORKER, ...Object.keys(OTHERWISE), ...SMALL].toSorted(),
    );
  });

  it('change the tables that the steps without a SQL file name, and no others', async () => {
    const session = await twoRuns(engine);
    const changed = session.statements.map(({ name }) => name).filter((name) => !name.endsWith('.sql'));
    const passes = STEPS.filter(
      ({ sql, pass, ofStatements }) =>
        ofStatements !== true && (sql.length === 0 || pass === 'orders' || pass === 'findings'),
    );
    // What a statement fills besides is named in the same statement.
    const listed = passes.flatMap(({ pass, fills }) => [
      ...fills.slice(0, 1).map((table) => `insert into ${table}`),
      ...(pass === 'write' ? fills.map((table) => `update ${table}`) : []),
    ]);
    expect([...new Set(changed)].filter((name) => !SMALL.includes(name)).toSorted()).toEqual(
      [...new Set(listed)].toSorted(),
    );
  });
});

onCitus('the statements of a run', (engine) => {
  it('are done by each worker for the orders that it holds', async () => {
    const session = await twoRuns(engine);
    const wrong: string[] = [];
    for (const statement of session.statements) {
      if (SMALL.includes(statement.name)) continue;
      const plan = await session.explain(statement);
      const other = OTHERWISE[statement.name];
      const isSo = other === undefined ? isPushedDown(plan) : other.plan.test(plan);
      if (!isSo || /pull to coordinator/.test(plan)) wrong.push(`${statement.name}\n${plan}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** One task a shard, and nothing that is gathered before. */
function isPushedDown(plan: string): boolean {
  return /^Custom Scan \(Citus Adaptive\)\n +Task Count: [2-9]/.test(plan) && !plan.includes('Subplan');
}

/** A first run over half a day of requests and answers that were logged apart, and a second one over the rest. */
async function twoRuns(engine: Engine): Promise<RecordedSession> {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-plans-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = await engine.database();
  const settings = parseSettings({});
  const asOf = instantOf('2026-11-20T12:00:00Z');
  const lines = asSplit([...dayLines({ date: '2026-11-19', orders: 60, seed: 1 })].map(({ line }) => line))
    // A time without an offset is read by that of its request.
    .map((line) => line.replace(/("transactionTime":"[^"]{19})[^"]+/, '$1'));
  const store = await database.open();
  const session = await recordedSession(database.settings['databaseUrl']!);
  onTestFinished(() => session.close());
  for (const [index, half] of [lines.slice(0, lines.length / 2), lines.slice(lines.length / 2)].entries()) {
    const path = join(folder, `${index}.ndjson`);
    writeFileSync(path, half.map((line) => `${line}\n`).join(''));
    await ingest(store, settings, { paths: [path], readAt: asOf });
    await transaction(session, () => reconcile(session, settings, { asOf, startedAt: asOf }));
  }
  return session;
}
