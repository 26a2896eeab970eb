/** New orders that are read straight from their records come to the same, row by row, as if each had been chosen. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { type Ground, groundOf } from './facts.ts';
import { instantOf } from './run-scenario.ts';
import { type Line, shuffledInto, WORLD_END, world, worldTime } from './world.ts';

const SETTINGS = parseSettings({ statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] } });
const WORLD_SECONDS = 30 * 3600;
const TABLES = [
  'order_rows',
  'finding_rows',
  'separate_payments',
  'orphan_results',
  'flow_changes',
  'delay_changes',
  'payment_changes',
  'changed_dates',
] as const;

/** Nearly all orders of a day have one request and at most one callback, unlike those of a world. */
const DAY = [...dayLines({ date: '2026-10-30', orders: 30, seed: 1 })].map(({ line }) => line);

/** A world's lines and a day's in files, each judged when it has been read, as of moments in any order but for the last. */
const split = world.chain((lines) =>
  fc.record({
    files: shuffledInto([...lines, ...DAY]),
    moments: fc.array(fc.nat({ max: WORLD_SECONDS }), { minLength: 6, maxLength: 6 }),
  }),
);

onEngines('orders of records that no run before knew', (engine) => {
  let store: Store;
  let ground: Ground;
  beforeAll(async () => {
    store = await engine.open();
    ground = groundOf(store, SETTINGS);
  });
  afterAll(() => ground.leave());

  /** Judges after each file. Returns all rows, and of how many orders the runs wrote results without choosing them. */
  const judgeEach = async (files: readonly Line[][], asOfs: readonly string[], isEachChosen: boolean) => {
    await ground.clear();
    let notChosen = 0;
    for (const [index, file] of files.entries()) {
      await ground.read([...file]);
      notChosen += await store.session((session) =>
        transaction(session, async () => {
          if (isEachChosen) await chooseEach(session);
          const asOf = instantOf(asOfs[index]!);
          const request = { asOf, startedAt: instantOf(WORLD_END), withdraws: isEachChosen };
          const run = await reconcile(session, SETTINGS, request);
          await session.script('truncate work_changed_orders');
          return writtenUnchosen(session, run.runId);
        }),
      );
    }
    return { rows: await store.session(allRows), notChosen };
  };

  it('have the rows that they would have if each order had been chosen', async () => {
    let notChosen = 0;
    await fc.assert(
      fc.asyncProperty(split, async ({ files, moments }) => {
        const asOfs = files.map((_file, index) =>
          index === files.length - 1 ? WORLD_END : worldTime(moments[index % moments.length]!),
        );
        const straight = await judgeEach(files, asOfs, false);
        const chosen = await judgeEach(files, asOfs, true);
        expect(chosen.notChosen).toBe(0);
        notChosen += straight.notChosen;
        expect(straight.rows).toEqual(chosen.rows);
      }),
      { numRuns: RUNS },
    );
    expect(notChosen).toBeGreaterThan(0);
  });
});

/** As if evidence of every order had been changed: each is compared with its results. */
async function chooseEach(session: Session): Promise<void> {
  await session.script(`
    insert into work_changed_orders (order_no, merchant_id)
    select order_no, merchant_id from pay_ins union select order_no, merchant_id from callbacks`);
}

async function writtenUnchosen(session: Session, run: number): Promise<number> {
  const { rows } = await sql<{ orders: string }>`
    select count(*) as orders from order_rows r
    where r.from_run = ${run}::integer and not exists (
      select from work_keys k where k.order_no = r.order_no and k.merchant_id = r.merchant_id)`.execute(
    session.db,
  );
  return Number(rows[0]!.orders);
}

/** Rows of all results and changes, with runs counted from the first. */
async function allRows(session: Session): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(r) - 'source_id' - 'from_run' - 'until_run' - 'run_id' || jsonb_build_object(
          'began', coalesce(to_jsonb(r) ->> 'from_run', to_jsonb(r) ->> 'run_id')::integer - first.run,
          'ended', (to_jsonb(r) ->> 'until_run')::integer - first.run
        ) as row
      from ${sql.table(table)} r, (select min(run_id) as run from runs) first
      order by 1`.execute(session.db);
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}
