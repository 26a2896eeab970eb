/** New orders that are read straight from their records come to the same, row by row, as if each had been chosen. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { type Ground, groundOf } from './facts.ts';
import { allRows, asOfsOf, judgedFiles, judgeRead, WORLD_SETTINGS } from './judged-files.ts';
import type { Line } from './world.ts';

onEngines('orders of records that no run before knew', (engine) => {
  let store: Store;
  let ground: Ground;
  beforeAll(async () => {
    store = await engine.open();
    ground = groundOf(store, WORLD_SETTINGS);
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
          const run = await judgeRead(session, asOfs[index]!, isEachChosen);
          return writtenUnchosen(session, run.runId);
        }),
      );
    }
    return { rows: await store.session(allRows), notChosen };
  };

  it('have the rows that they would have if each order had been chosen', async () => {
    let notChosen = 0;
    await fc.assert(
      fc.asyncProperty(judgedFiles, async (one) => {
        const { files } = one;
        const asOfs = asOfsOf(one);
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

async function writtenUnchosen(session: Session, run: number): Promise<number> {
  const { rows } = await sql<{ orders: string }>`
    select count(*) as orders from order_rows r
    where r.from_run = ${run}::integer and not exists (
      select from work_keys k where k.order_no = r.order_no and k.merchant_id = r.merchant_id)`.execute(
    session.db,
  );
  return Number(rows[0]!.orders);
}
