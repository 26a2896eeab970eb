/**
 * The evidence of scenarios.test.ts, and of the first worlds that statements.long.test.ts and new-orders.long.test.ts try.
 * A story looks at nothing that its test does not look at.
 */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { REPORTS } from '../../../reports/all.ts';
import { judgeAll } from '../../../src/books/run/judge-as-of.ts';
import { hasAnyRow } from '../../../src/books/run/reconcile-dates.ts';
import { regionsAtHand } from '../../../src/books/run/regions-at-hand.ts';
import { scopeOf } from '../../../src/books/run/report-scope.ts';
import { runSqlFile, sqlFiles } from '../../../src/database/sql-file.ts';
import type { Session } from '../../../src/database/store.ts';
import { keepSums } from '../../../src/export/date-sums.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { reportBlocks } from '../../../src/export/publish/write-report.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { Run } from '../../../src/reconcile/run.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { regionFolder } from '../../../src/settings/region-folder.ts';
import { write } from '../../ingest/reading.ts';
import {
  allRows,
  asOfsOf,
  type JudgedFiles,
  judgedFiles,
  judgeRead,
  WORLD_SETTINGS,
} from '../../reconcile/judged-files.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { expectedFiles, readScenarios, type Scenario } from '../../reconcile/scenario.ts';
import { bothVerdicts } from '../../reconcile/stated-model.ts';
import {
  judgeStated,
  readStep,
  STATED_END,
  STATED_GIVEN,
  type StatedStep,
  statedResults,
  statedSteps,
} from '../../reconcile/statement-worlds.ts';
import { WORLD_END } from '../../reconcile/world.ts';
import type { Story } from './story.ts';

/** As `npm run test:long` tries them. */
const STATED_WORLDS = 9;
const PLAIN_WORLDS = 3;

export function allStories(): Story[] {
  return [
    ...readScenarios().map(ofScenario),
    ...worlds(statedSteps, STATED_WORLDS).map(ofStatements),
    ...worlds(judgedFiles, PLAIN_WORLDS).map(ofNewOrders),
  ];
}

/** The first worlds of a property's test: those that it tries by the seed of setup.ts. */
function worlds<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc
    .sample(
      fc.property<[T]>(arbitrary, () => true),
      count,
    )
    .map(([one]) => one);
}

function ofScenario(scenario: Scenario): Story<Run> {
  const settings = parseSettings(scenario.settings);
  const asOf = instantOf(scenario.asOf);
  const regions = regionsAtHand(settings, undefined);
  const reports = REPORTS.filter(({ name }) => scenario.reports.includes(name));
  return {
    name: `scenario ${scenario.name}`,
    async *read(store) {
      await ingest(store, settings, { paths: scenario.inputs, readAt: asOf });
      yield;
    },
    ways: [
      async (session, load) => {
        await load(0);
        return (await judgeAll(session, settings, { asOf, startedAt: asOf }, regions)).run;
      },
    ],
    shown: async (session, run) => {
      await assertProofs(session);
      const files: Record<string, string> = {};
      for (const date of scenario.dates.toSorted()) {
        for (const region of regions) {
          const scope = scopeOf(run, date, region);
          if (!(await hasAnyRow(session, scope))) continue;
          await keepSums(session, scope);
          for (const report of reports.filter(
            ({ ofStatements }) => ofStatements !== true || run.hasStatements,
          )) {
            let text = '';
            for await (const block of reportBlocks(session, report, [scope], STANDARD)) text += block;
            const hasRows = text.indexOf('\r\n') < text.length - 2;
            if (hasRows) files[`${date}/${regionFolder(region)}/${report.name}.csv`] = text;
          }
        }
      }
      return textOf(files);
    },
    expected: textOf(
      Object.fromEntries(
        expectedFiles(scenario).map((file) => [file, readFileSync(join(scenario.expected, file), 'utf8')]),
      ),
    ),
  };
}

function ofStatements(steps: readonly StatedStep[], number: number): Story {
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

function ofNewOrders(one: JudgedFiles, number: number): Story {
  const asOfs = asOfsOf(one);
  return {
    name: `world ${number + 1} of new-orders.long.test.ts`,
    async *read(store, folder) {
      for (const [index, lines] of one.files.entries()) {
        const path = write(folder, `${index}.ndjson`, lines.map((line) => `${line}\n`).join(''));
        await ingest(store, WORLD_SETTINGS, { paths: [path], readAt: instantOf(WORLD_END) });
        yield;
      }
    },
    ways: [false, true].map((isEachChosen) => async (session, load) => {
      for (const [index, asOf] of asOfs.entries()) {
        await load(index);
        await judgeRead(session, asOf, isEachChosen);
      }
    }),
    shown: async (session) => JSON.stringify(await allRows(session)),
  };
}

async function assertProofs(session: Session): Promise<void> {
  for (const proof of sqlFiles('proofs')) {
    const { rows } = await runSqlFile(session, `proofs/${proof}`);
    assert.deepStrictEqual(rows, [], proof);
  }
}

function textOf(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
