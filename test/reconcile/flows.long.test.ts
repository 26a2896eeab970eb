import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOf, scopeOf } from '../../src/books/run/report-scope.ts';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Run } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { flowsOf, type Held, rollForwardOf } from './book-of-flows.ts';
import { type Ground, groundOf } from './facts.ts';
import { instantOf, reportRows } from './run-scenario.ts';
import { shuffledInto, WORLD_DATES, WORLD_END, world, worldTime } from './world.ts';

const SETTINGS = parseSettings({
  statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] },
  graceSeconds: 0,
  expiryHorizonDays: 0,
});
const REGIONS = ['BR', 'EG', ''];
/** And one long after everything. */
const DATES = [...WORLD_DATES, '2026-12-01'];

/** Runs that look from moments in any order, while evidence comes in. */
const story = fc.tuple(
  world.chain(shuffledInto),
  fc.array(
    fc.record({
      seconds: fc.nat({ max: 30 * 3600 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
);

onEngines('the flows of any small world, over runs in any order,', (engine) => {
  let store: Store;
  let ground: Ground;
  beforeAll(async () => {
    store = await engine.open();
    ground = groundOf(store, SETTINGS);
  });
  afterAll(() => ground.leave());

  const within = <T>(work: (session: Session) => Promise<T>) =>
    store.session((session) => transaction(session, () => work(session)));
  const look = (asOf: string) =>
    within((session) =>
      reconcile(session, SETTINGS, {
        asOf: instantOf(asOf),
        startedAt: instantOf(WORLD_END),
      }),
    );
  const shown = (run: Run) => within((session) => reportsOf(session, run.runId));

  it('are what the orders say, tie from date to date, and stay as they were for each run', () =>
    fc.assert(
      fc
        .asyncProperty(story, async ([files, looks]) => {
          const told: Array<{ run: Run; reports: unknown }> = [];
          for (const [index, { seconds }] of looks.entries()) {
            await ground.read(...files.slice(index, index + 1));
            const run = await look(worldTime(seconds));
            told.push({ run, reports: await shown(run) });
            expect(await within(proofsOf)).toEqual([]);
          }
          await ground.read(...files.slice(looks.length));
          const last = await look(WORLD_END);
          told.push({ run: last, reports: await shown(last) });
          expect(await within(proofsOf)).toEqual([]);
          for (const { run, reports } of told) {
            expect(await shown(run)).toEqual(reports);
            const held = await within((session) => heldAt(session, run.runId));
            for (const region of REGIONS) {
              const flows = flowsOf(held.filter((order) => order.region === region));
              for (const date of DATES)
                expect(reports, `${date} ${region}`).toMatchObject({
                  [`${date} ${region} roll-forward`]: rollForwardOf(flows, date, region),
                });
            }
          }
        })
        .beforeEach(() => ground.clear()),
      { numRuns: RUNS },
    ));

  it('leave open what is open: no order closes before it came, or while it waits', () =>
    fc.assert(
      fc
        .asyncProperty(world, fc.nat({ max: 30 * 3600 }), async (lines, seconds) => {
          await ground.read(lines);
          const run = await look(worldTime(seconds));
          const held = await within((session) => heldAt(session, run.runId));
          for (const { outcome, closed_on: closed, business_date: came } of held) {
            const isOpen = ['PENDING', 'STUCK', 'ORPHAN'].includes(outcome);
            expect(closed === null, outcome).toBe(isOpen);
            if (closed !== null) expect(closed >= came).toBe(true);
          }
        })
        .beforeEach(() => ground.clear()),
      { numRuns: RUNS },
    ));
});

/** The two reports of every date and region as a run has them. */
async function reportsOf(session: Session, runId: number): Promise<Record<string, unknown>> {
  const run = await runOf(session, SETTINGS, runId);
  const reports: Record<string, unknown> = {};
  for (const date of DATES) {
    for (const region of REGIONS) {
      for (const name of ['roll-forward', 'callback-delays'])
        reports[`${date} ${region} ${name}`] = await reportRows(session, name, scopeOf(run, date, region));
    }
  }
  return reports;
}

async function heldAt(session: Session, run: number): Promise<Held[]> {
  return session.db
    .selectFrom('order_results')
    .select(['business_date', 'closed_on', 'region', 'requested_currency', 'requested_minor', 'outcome'])
    .where('from_run', '<=', run)
    .where((e) => e.or([e('until_run', 'is', null), e('until_run', '>', run)]))
    .execute();
}

/** What the proofs of flows, delays and sums of payments find wrong. */
async function proofsOf(session: Session): Promise<unknown[]> {
  const flows = await runSqlFile(session, 'proofs/100_flows.sql');
  const delays = await runSqlFile(session, 'proofs/110_delays.sql');
  const payments = await runSqlFile(session, 'proofs/115_payment_sums.sql');
  return [...flows.rows, ...delays.rows, ...payments.rows];
}
