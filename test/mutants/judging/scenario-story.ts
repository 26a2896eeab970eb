import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosenRegions } from '../../../src/books/run/chosen-regions.ts';
import { judgeAll } from '../../../src/books/run/judge-as-of.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { Run } from '../../../src/reconcile/run.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { expectedFiles, type Scenario } from '../../reconcile/scenario.ts';
import { assertProofs, reportsOfRun, textOf } from './shown.ts';
import type { Story } from './story.ts';

/** As scenarios.test.ts: the reports that the scenario's folder has, byte for byte, and the proofs. */
export function ofScenario(scenario: Scenario): Story<Run> {
  const settings = parseSettings(scenario.settings);
  const asOf = instantOf(scenario.asOf);
  const regions = chosenRegions(settings, undefined);
  const expected = expectedFiles(scenario).map((file): [string, string] => [
    file,
    readFileSync(join(scenario.expected, file), 'utf8'),
  ]);
  const held = { dates: scenario.dates, isHeld: (name: string) => scenario.reports.includes(name) };
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
      return textOf(await reportsOfRun(session, settings, run, held));
    },
    expected: textOf(Object.fromEntries(expected)),
  };
}
