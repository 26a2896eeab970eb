import { afterEach, describe, expect, it, vi } from 'vitest';
import { onlyEngine } from './engines.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const TITLES = Array.from({ length: 40 }, (_, index) => `block ${index}`);

describe('the engines of a block of tests', () => {
  it('are both unless TEST_ENGINES says otherwise', () => {
    vi.stubEnv('TEST_ENGINES', '');
    expect(TITLES.map(onlyEngine)).toEqual(TITLES.map(() => undefined));
    vi.stubEnv('TEST_ENGINES', 'postgresql');
    expect(TITLES.map(onlyEngine)).toEqual(TITLES.map(() => 'postgresql'));
  });

  it('are one in turns, the same each time', () => {
    vi.stubEnv('TEST_ENGINES', 'turns');
    const chosen = TITLES.map(onlyEngine);
    expect(new Set(chosen)).toEqual(new Set(['embedded', 'postgresql']));
    expect(TITLES.map(onlyEngine)).toEqual(chosen);
  });
});
