import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Results } from './results.ts';
import type { Chosen, Tried } from './sample.ts';

const chosen = ['killed', 'survived one', 'survived all', 'new'].map(
  (from, at): Chosen => ({ file: 'a.sql', mutant: { at, line: 1, from, to: 'x' } }),
);
const [killed, survivedOne, survivedAll, untried] = chosen as [Chosen, Chosen, Chosen, Chosen];
const TRIED: readonly Tried[] = [
  { ...killed, killedBy: 'a test', passed: 0, isLast: false },
  { ...survivedOne, passed: 1, isLast: false },
  { ...survivedAll, passed: 2, isLast: true },
];

it('a run that is continued tries what was not tried, and survivors by the stages that are left', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'results.jsonl');
  const first = new Results(path);
  expect(first.split(chosen, 1)).toEqual({ tried: [], left: chosen });
  for (const tried of TRIED) first.add(tried);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
  const again = new Results(path);
  expect(again.split(chosen, 1)).toEqual({ tried: TRIED, left: [untried] });
  expect(again.split(chosen, 3)).toEqual({
    tried: [TRIED[0], TRIED[2]],
    left: [{ ...survivedOne, passed: 1 }, untried],
  });
});
