import { afterEach, describe, expect, it, vi } from 'vitest';
import { onlyEngine } from './engines.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const TITLES = Array.from({ length: 40 }, (_, index) => `block ${index}`);
const ABOUT_ENGINES = 'test/ingest/ingest.test.ts';
const ABOUT_OTHERS = 'test/web/overview.test.ts';

function chosen(file: string, isSharedOut = false): Array<string | undefined> {
  return TITLES.map((title) => onlyEngine(title, file, isSharedOut));
}

describe('the engines of a block of tests', () => {
  it.each([
    ['', ABOUT_ENGINES],
    ['both', ABOUT_ENGINES],
    ['both', ABOUT_OTHERS],
  ])('are both with TEST_ENGINES=%s in %s', (asked, file) => {
    vi.stubEnv('TEST_ENGINES', asked);
    expect(chosen(file)).toEqual(TITLES.map(() => undefined));
  });

  it.each([ABOUT_ENGINES, ABOUT_OTHERS])('are the one that is named in %s', (file) => {
    vi.stubEnv('TEST_ENGINES', 'postgresql');
    expect(chosen(file)).toEqual(TITLES.map(() => 'postgresql'));
  });

  it.each([
    ['', ABOUT_OTHERS],
    ['turns', ABOUT_OTHERS],
    ['turns', ABOUT_ENGINES],
  ])('are one in turns with TEST_ENGINES=%s in %s, the same each time', (asked, file) => {
    vi.stubEnv('TEST_ENGINES', asked);
    const engines = chosen(file);
    expect(new Set(engines)).toEqual(new Set(['embedded', 'postgresql']));
    expect(chosen(file)).toEqual(engines);
    expect(chosen(file, true), 'shared out').toEqual(TITLES.map(() => undefined));
  });
});
