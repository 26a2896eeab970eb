import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { numbersIn, sumOf, testsOf } from './proof.ts';
import { PROOFS } from './proofs.ts';
import { summaryOf } from './summary.ts';

describe('the proofs', () => {
  it('name test files that there are', () => {
    const paths = (['tiny', 'usual', 'all'] as const).flatMap((size) =>
      PROOFS.flatMap((proof) => proof.calls(size, 1))
        .flatMap(({ parameters = [] }) => parameters)
        .filter((word) => word.startsWith('test/')),
    );
    const isThere = (path: string) => {
      const cut = path.lastIndexOf('/');
      const [folder, name] = [join(packageRoot, path.slice(0, cut)), path.slice(cut + 1)];
      return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(name));
    };
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(['tiny', 'usual', 'all'] as const)(
    'of size %s use the seed in every call but those of the corpus',
    (size) => {
      const without = PROOFS.filter(({ calls }) =>
        calls(size, 4711).some((call) => !JSON.stringify(call).includes('"4711"')),
      );
      expect(without.map(({ name }) => name)).toEqual(['hostile input']);
    },
  );
});

it('name scripts that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const called = PROOFS.flatMap(({ calls }) => calls('usual', 1)).map(({ script }) => script);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called));
});

describe('what a call printed', () => {
  it.each([
    ['12 passed, 0 failed', true, { passed: 12, failed: 0, skipped: 0 }],
    ['1 failed\n11 passed, 1 failed, 3 skipped\n', false, { passed: 11, failed: 1, skipped: 3 }],
    ['12 passed, 0 failed', false, { passed: 12, failed: 1, skipped: 0 }],
    ['times: 300 executions', true, { passed: 1, failed: 0, skipped: 0 }],
    ['', false, { passed: 0, failed: 1, skipped: 0 }],
  ])('is read: %j', (output, isSuccess, tests) => {
    expect(testsOf(output, isSuccess)).toEqual(tests);
  });

  it('is summed up', () => {
    expect(numbersIn('a: 3 executions,\nb: 40 executions,', /: (\d+) executions,/g)).toBe(43);
    expect(numbersIn('seed 1: x\nseed 2: x', /^seed \d+:/gm)).toBe(2);
    expect(sumOf([{ faults: 2 }, { faults: 3, seeds: 1 }])).toEqual({ faults: 5, seeds: 1 });
  });
});

it('a summary ends with how many tests passed and failed, and promises nothing if one failed', () => {
  const result = { name: 'x', passed: 3, failed: 0, skipped: 0, counts: { cases: 1200 }, seconds: 4 };
  const all = summaryOf([result, { ...result, name: 'long', counts: { cases: 1, faults: 2 } }], 7);
  expect(all).toMatch(/\n\nSeed 7: 1,201 cases, 2 faults; nothing lost.*\n6 passed, 0 failed$/);
  expect(summaryOf([], 7)).toContain('; nothing was tried\n0 passed, 0 failed');
  const failing = summaryOf([result, { ...result, failed: 1 }], 7);
  expect(failing).not.toContain('nothing lost');
  expect(failing).toMatch(/\n6 passed, 1 failed$/);
});
