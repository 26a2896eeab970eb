import { afterEach, expect, it, vi } from 'vitest';
import { inTurn } from './in-turn.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const CASES = Array.from({ length: 41 }, (_, index) => `case ${index}`);

it.each(['', 'both'])('all cases are tried with TEST_ENGINES=%s', (asked) => {
  vi.stubEnv('TEST_ENGINES', asked);
  expect(inTurn(CASES)).toEqual(CASES);
});

it('half of the cases are tried where tests take turns, in their order and the same each time', () => {
  vi.stubEnv('TEST_ENGINES', 'turns');
  const tried = inTurn(CASES);
  expect(tried).toHaveLength(21);
  expect(tried).toEqual(CASES.filter((one) => tried.includes(one)));
  expect(inTurn(CASES)).toEqual(tried);
});

it('a case has its turn by its name, and not by its place', () => {
  vi.stubEnv('TEST_ENGINES', 'turns');
  const named = inTurn(
    CASES.toReversed().map((name) => ({ name })),
    ({ name }) => name,
  );
  expect(named.map(({ name }) => name).toReversed()).toEqual(inTurn(CASES));
});

it('at least one case is tried', () => {
  vi.stubEnv('TEST_ENGINES', 'turns');
  expect(inTurn(['alone'])).toEqual(['alone']);
});
