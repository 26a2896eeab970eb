import assert from 'node:assert';
import { chosenRegions } from '../../../src/books/run/chosen-regions.ts';
import { judgeAll } from '../../../src/books/run/judge-as-of.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { Run } from '../../../src/reconcile/run.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { write } from '../../ingest/reading.ts';
import { flowsOf, rollForwardOf } from '../../reconcile/book-of-flows.ts';
import { FACTS, withoutPlace } from '../../reconcile/facts.ts';
import {
  FLOW_DATES,
  FLOW_REGIONS,
  FLOW_SETTINGS,
  heldAt,
  judgeFlows,
  proofsOf,
  reportsOf,
} from '../../reconcile/flow-worlds.ts';
import type { History } from '../../reconcile/histories.ts';
import {
  allRows,
  asOfsOf,
  type JudgedFiles,
  judgeRead,
  WORLD_SETTINGS,
} from '../../reconcile/judged-files.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { bothVerdicts } from '../../reconcile/stated-model.ts';
import {
  judgeStated,
  readStep,
  STATED_END,
  STATED_GIVEN,
  type StatedStep,
  statedResults,
} from '../../reconcile/statement-worlds.ts';
import { type Line, WORLD_DATES, WORLD_END, worldTime } from '../../reconcile/world.ts';
import { assertProofs, reportsOfRun, textOf } from './shown.ts';
import type { Story } from './story.ts';

/** As statements.long.test.ts: step by step and at once come to the same, to what the model says, and to the proofs. */
export function ofStatements(steps: readonly StatedStep[], number: number): Story {
  return {
    name: `world ${number + 1} of statements.long.test.ts`,
    async *read(store, folder) {
      for (const [index, one] of steps.entries()) {
        await readStep(store, folder, index, one);
        yield;
      }
    },
    ways: [
      async (session, load) => {
        for (const [index, { judgedAt }] of steps.entries()) {
          await load(index);
          if (judgedAt !== null) await judgeStated(session, judgedAt);
        }
        await judgeStated(session, STATED_END);
      },
      async (session, load) => {
        await load(steps.length - 1);
        await judgeStated(session, STATED_END);
      },
    ],
    shown: async (session) => {
      const { program, model } = await bothVerdicts(session, STATED_GIVEN);
      assert.deepStrictEqual(program, model);
      await assertProofs(session);
      return JSON.stringify(await statedResults(session));
    },
  };
}

/** As versions.long.test.ts: the facts after three runs are those of one run that knows everything at once. */
export function ofHistory({ stages, asOfs }: History, number: number): Story<Run> {
  const regions = chosenRegions(WORLD_SETTINGS, undefined);
  const held = { dates: WORLD_DATES, isHeld: (name: string) => FACTS.includes(`${name}.csv`) };
  const judge: (...given: [Parameters<typeof judgeAll>[0], string]) => Promise<Run> = async (
    session,
    asOf,
  ) => {
    const at = instantOf(asOf);
    return (await judgeAll(session, WORLD_SETTINGS, { asOf: at, startedAt: at }, regions)).run;
  };
  return {
    name: `world ${number + 1} of versions.long.test.ts`,
    read: (store, folder) => readFiles(store, WORLD_SETTINGS, folder, stages),
    ways: [
      async (session, load) => {
        for (const [index, asOf] of asOfs.slice(0, -1).entries()) {
          await load(index);
          await judge(session, asOf);
        }
        await load(stages.length - 1);
        return judge(session, WORLD_END);
      },
      async (session, load) => {
        await load(stages.length - 1);
        return judge(session, WORLD_END);
      },
    ],
    shown: async (session, run) => {
      const files = Object.entries(await reportsOfRun(session, WORLD_SETTINGS, run, held));
      return textOf(Object.fromEntries(files.map(([file, text]) => [file, withoutPlace(text)])));
    },
  };
}

/** As flows.long.test.ts: after every run the proofs of flows hold, and roll-forward is what the orders say. */
export function ofFlows(
  [files, moments]: readonly [readonly Line[][], ReadonlyArray<{ readonly seconds: number }>],
  number: number,
): Story<readonly Run[]> {
  return {
    name: `world ${number + 1} of flows.long.test.ts`,
    read: (store, folder) => readFiles(store, FLOW_SETTINGS, folder, files),
    ways: [
      async (session, load) => {
        const runs: Run[] = [];
        for (const [index, { seconds }] of moments.entries()) {
          if (index < files.length) await load(index);
          runs.push(await judgeFlows(session, worldTime(seconds)));
        }
        await load(files.length - 1);
        runs.push(await judgeFlows(session, WORLD_END));
        return runs;
      },
    ],
    shown: async (session, runs) => {
      assert.deepStrictEqual(await proofsOf(session), []);
      for (const { runId } of runs) {
        const reports = await reportsOf(session, runId);
        const orders = await heldAt(session, runId);
        for (const region of FLOW_REGIONS) {
          const flows = flowsOf(orders.filter((order) => order.region === region));
          for (const date of FLOW_DATES)
            assert.partialDeepStrictEqual(reports, {
              [`${date} ${region} roll-forward`]: rollForwardOf(flows, date, region),
            });
        }
      }
      return '';
    },
  };
}

/** As new-orders.long.test.ts: all rows are those that would be if each order had been chosen. */
export function ofNewOrders(one: JudgedFiles, number: number): Story {
  const asOfs = asOfsOf(one);
  return {
    name: `world ${number + 1} of new-orders.long.test.ts`,
    read: (store, folder) => readFiles(store, WORLD_SETTINGS, folder, one.files),
    ways: [false, true].map((isEachChosen): Story['ways'][number] => async (session, load) => {
      for (const [index, asOf] of asOfs.entries()) {
        await load(index);
        await judgeRead(session, asOf, isEachChosen);
      }
    }),
    shown: async (session) => JSON.stringify(await allRows(session)),
  };
}

/** Each file is a part. */
async function* readFiles(
  store: Store,
  settings: Settings,
  folder: string,
  files: readonly (readonly Line[])[],
): AsyncGenerator<void> {
  for (const [index, lines] of files.entries()) {
    const path = write(folder, `${index}.ndjson`, lines.map((line) => `${line}\n`).join(''));
    await ingest(store, settings, { paths: [path], readAt: instantOf(WORLD_END) });
    yield;
  }
}
