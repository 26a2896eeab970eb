import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function prove(...words: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], { encoding: 'utf8' });
}

it('runs a proof and sums up what it tried', () => {
  const { status, stdout } = prove('--tiny', '--seed', '5', '--only', 'a played world');
  expect(stdout).toMatch(/^a played world: holds after \d+ s\n/);
  expect(stdout).toMatch(/\n\nSeed 5: 2 seeds, \d+ faults; nothing lost, .*\n1 passed, 0 failed\n$/);
  expect(status).toBe(0);
});

it('tells which proofs there are where it is asked for another', () => {
  const { status, stdout, stderr } = prove('--only', 'nothing');
  expect(stdout).toBe('');
  expect(stderr).toContain('--only nothing: there are hostile input, fuzzing, ');
  expect(status).toBe(1);
});
