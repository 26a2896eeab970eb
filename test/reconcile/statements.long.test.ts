import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSqlFile, sqlFiles } from '../../src/database/sql-file.ts';
import { type Store, transaction } from '../../src/database/store.ts';
import { emptyTables, onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bothReturned, bothVerdicts } from './stated-model.ts';
import {
  judgeStated,
  readStep,
  STATED_END,
  STATED_GIVEN,
  type StatedStep,
  statedResults,
  statedSteps,
} from './statement-worlds.ts';

async function play(store: Store, steps: readonly StatedStep[], isStepwise: boolean): Promise<unknown> {
  await emptyTables(store);
  const folder = temporaryFolder();
  const judge = (asOf: string) =>
    store.session((session) => transaction(session, () => judgeStated(session, asOf)));
  for (const [index, one] of steps.entries()) {
    await readStep(store, folder, index, one);
    if (isStepwise && one.judgedAt !== null) await judge(one.judgedAt);
  }
  await judge(STATED_END);
  return store.session(async (session) => {
    const { program, model } = await bothVerdicts(session, STATED_GIVEN);
    expect(program).toEqual(model);
    const returned = await bothReturned(session, STATED_GIVEN);
    expect(returned.program).toEqual(returned.model);
    for (const proof of sqlFiles('proofs')) {
      const { rows } = await runSqlFile(session, `proofs/${proof}`);
      expect(rows, proof).toEqual([]);
    }
    return statedResults(session);
  });
}

onEngines('what statements make of orders', (engine) => {
  it('is the same in one run and in many, whenever and as of whenever they were', async () => {
    const store = await engine.emptied();
    const run = fc.asyncProperty(statedSteps, async (steps) => {
      const many = await play(store, steps, true);
      expect(many).toEqual(await play(store, steps, false));
    });
    await fc.assert(run, { numRuns: Number(process.env['TEST_RUNS'] ?? 3) * 3 });
  });
});
