import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import type { Run } from '../../src/reconcile/run.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { flowsOf, rollForwardOf } from './book-of-flows.ts';
import { type Ground, groundOf } from './facts.ts';
import {
  FLOW_DATES,
  FLOW_REGIONS,
  FLOW_SETTINGS,
  flowStory,
  heldAt,
  judgeFlows,
  proofsOf,
  reportsOf,
} from './flow-worlds.ts';
import { WORLD_END, world, worldTime } from './world.ts';

onEngines('the flows of any small world, over runs in any order,', (engine) => {
  let store: Store;
  let ground: Ground;
  beforeAll(async () => {
    store = await engine.open();
    ground = groundOf(store, FLOW_SETTINGS);
  });
  afterAll(() => ground.leave());

  const within = <T>(work: (session: Session) => Promise<T>) =>
    store.session((session) => transaction(session, () => work(session)));
  const look = (asOf: string) => within((session) => judgeFlows(session, asOf));
  const shown = (run: Run) => within((session) => reportsOf(session, run.runId));

  it('are what the orders say, tie from date to date, and stay as they were for each run', () =>
    fc.assert(
      fc
        .asyncProperty(flowStory, async ([files, looks]) => {
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
            for (const region of FLOW_REGIONS) {
              const flows = flowsOf(held.filter((order) => order.region === region));
              for (const date of FLOW_DATES)
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
