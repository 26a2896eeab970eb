import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { isUpdate } from '../support/golden.ts';
import { runScenario } from './run-scenario.ts';
import { expectedFiles, expectedRows, isOf, readScenarios, type Scenario } from './scenario.ts';

const SCENARIOS = readScenarios();

onEngines('every scenario comes out as its folder says, and verifies', (engine) => {
  it.each(SCENARIOS)('$name: $title', async (scenario) => {
    const out = mkdtempSync(join(tmpdir(), 'payin-recon-scenario-'));
    onTestFinished(() => rmSync(out, { recursive: true, force: true }));
    const store = await engine.emptied();
    const written = await runScenario(store, scenario, out);
    const held = new Map([...written].filter(([file]) => isHeld(scenario, file)));
    // The table of about.md still has to agree with them.
    if (isUpdate && engine.name === 'embedded') rewrite(scenario, held);
    expect([...held.keys()]).toEqual(expectedFiles(scenario));
    for (const [file, text] of held)
      expect(text, file).toBe(readFileSync(join(scenario.expected, file), 'utf8'));
    const results = await verify(store, parseSettings(scenario.settings), { dates: scenario.dates, out });
    expect(deviationsOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(2);
  });
});

describe.each(SCENARIOS)('the folder of $name', (scenario) => {
  it('has a table of orders that says what its reports say', () => {
    const told = scenario.orders.map(({ order, outcome, findings }) => `${order} ${outcome} ${findings}`);
    const shown = expectedRows(scenario, 'orders').map((row) => {
      const name = scenario.orders.find(({ order }) => isOf(row, order))?.order ?? row['order_no'];
      return `${name} ${row['outcome']} ${row['findings']!.split(' ')}`;
    });
    expect(shown.toSorted()).toEqual(told.toSorted());
  });

  it('holds reports that the program has, and orders among them', () => {
    expect(scenario.reports).toContain('orders');
    for (const file of expectedFiles(scenario)) expect(isHeld(scenario, file)).toBe(true);
  });

  it('is read from lines that a person can read', () => {
    for (const input of scenario.inputs) {
      for (const line of readFileSync(input, 'utf8').split('\n')) expect(line.length).toBeLessThan(1200);
    }
  });
});

function isHeld(scenario: Scenario, file: string): boolean {
  return scenario.reports.some((report) => file.endsWith(`/${report}.csv`));
}

function rewrite(scenario: Scenario, held: ReadonlyMap<string, string>): void {
  rmSync(scenario.expected, { recursive: true, force: true });
  for (const [file, text] of held) {
    mkdirSync(dirname(join(scenario.expected, file)), { recursive: true });
    writeFileSync(join(scenario.expected, file), text);
  }
}
