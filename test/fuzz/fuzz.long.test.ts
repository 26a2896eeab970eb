import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';

const FOLDER = join(packageRoot, 'test/fuzz');
/** Executions of each target, of which a second has 100 to 50,000. */
const RUNS = Number(process.env['TEST_FUZZ'] ?? 3_000);
const TARGETS = readdirSync(join(FOLDER, 'targets')).map((file) => file.replace(/\.ts$/, ''));

/** Coverage is counted in a process of its own, because it changes how modules are loaded. */
function fuzz(...parameters: string[]): { readonly status: number | null; readonly stdout: string } {
  return spawnSync(process.execPath, [join(FOLDER, 'main.ts'), ...parameters], { encoding: 'utf8' });
}

it.each(TARGETS)('%s holds for every input', (target) => {
  const { status, stdout } = fuzz(target, String(RUNS));
  expect(stdout).toMatch(/^[a-z]+: \d+ executions, [1-9]\d* inputs kept, [1-9]\d* places reached\n$/);
  expect(status).toBe(0);
});

it('finds a planted fault, shows the shortest input, and finds the same one again', () => {
  const parameters = ['magic', '500000', '--targets', join(FOLDER, 'planted')];
  const first = fuzz(...parameters);
  expect(first).toMatchObject({ status: 1, stdout: expect.stringContaining('Error: the planted fault') });
  expect(first.stdout).toContain('input: "bug!" (as latin1)');
  expect(fuzz(...parameters).stdout).toBe(first.stdout);
});

it('names its targets where it is given another', () => {
  expect(fuzz('nothing', '1').status).toBe(2);
});
