import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { groundOf } from './facts.ts';
import { readScenarios } from './scenario.ts';

/** Scenarios with orders of several records: what comes later finds orders that were judged before. */
const NAMES = [
  'as-of',
  'fields-never-kept',
  'key-mismatch',
  'responses-apart',
  'several-records',
  'statements',
  'unverified-callback',
];
const SCENARIOS = readScenarios().filter(({ name }) => NAMES.includes(name));

onEngines('the lines of a scenario, read from two files and judged after each', (engine) => {
  it.each(SCENARIOS)('give the facts that one file gives: $name', async (scenario) => {
    const ground = groundOf(await engine.emptied(), parseSettings(scenario.settings));
    onTestFinished(() => ground.leave());
    const { asOf, dates } = scenario;
    const lines = scenario.inputs.flatMap((input) => readFileSync(input, 'utf8').trim().split('\n'));
    const judged = async (...files: string[][]) => {
      await ground.clear();
      for (const file of files) {
        await ground.read(file);
        await ground.reconcile({ dates, asOf });
      }
      return ground.facts();
    };
    const even = lines.filter((_, index) => index % 2 === 0);
    const odd = lines.filter((_, index) => index % 2 === 1);
    const whole = await judged(lines);
    expect(Object.keys(whole)).not.toEqual([]);
    expect(await judged(even, odd)).toEqual(whole);
    expect(await judged(odd, even)).toEqual(whole);
  });
});
