/** Random worlds that are judged while evidence comes in, and what has to be said of their flows. */
import fc from 'fast-check';
import { runOf, scopeOf } from '../../src/books/run/report-scope.ts';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Run } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Held } from './book-of-flows.ts';
import { instantOf, reportRows } from './run-scenario.ts';
import { shuffledInto, WORLD_DATES, WORLD_END, world } from './world.ts';

export const FLOW_SETTINGS = parseSettings({
  statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] },
  graceSeconds: 0,
  expiryHorizonDays: 0,
});
export const FLOW_REGIONS = ['BR', 'EG', ''];
/** And one long after everything. */
export const FLOW_DATES = [...WORLD_DATES, '2026-12-01'];

/** Runs that look from moments in any order, while evidence comes in. */
export const flowStory = fc.tuple(
  world.chain(shuffledInto),
  fc.array(
    fc.record({
      seconds: fc.nat({ max: 30 * 3600 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
);

/** Judges what was read, within the caller's transaction. */
export function judgeFlows(session: Session, asOf: string): Promise<Run> {
  const request = { asOf: instantOf(asOf), startedAt: instantOf(WORLD_END) };
  return reconcile(session, FLOW_SETTINGS, request);
}

/** The two reports of every date and region as a run has them. */
export async function reportsOf(session: Session, runId: number): Promise<Record<string, unknown>> {
  const run = await runOf(session, FLOW_SETTINGS, runId);
  const reports: Record<string, unknown> = {};
  for (const date of FLOW_DATES) {
    for (const region of FLOW_REGIONS) {
      for (const name of ['roll-forward', 'callback-delays'])
        reports[`${date} ${region} ${name}`] = await reportRows(session, name, scopeOf(run, date, region));
    }
  }
  return reports;
}

export async function heldAt(session: Session, run: number): Promise<Held[]> {
  return session.db
    .selectFrom('order_results')
    .select(['business_date', 'closed_on', 'region', 'requested_currency', 'requested_minor', 'outcome'])
    .where('from_run', '<=', run)
    .where((e) => e.or([e('until_run', 'is', null), e('until_run', '>', run)]))
    .execute();
}

/** What the proofs of flows, delays and sums of payments find wrong. */
export async function proofsOf(session: Session): Promise<unknown[]> {
  const flows = await runSqlFile(session, 'proofs/100_flows.sql');
  const delays = await runSqlFile(session, 'proofs/110_delays.sql');
  const payments = await runSqlFile(session, 'proofs/115_payment_sums.sql');
  return [...flows.rows, ...delays.rows, ...payments.rows];
}
