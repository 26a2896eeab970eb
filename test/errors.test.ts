import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/database/package-root.ts';
import { describeFault, FAULTS, Fault } from '../src/errors.ts';
import { filesBelow, readCode } from './support/code-files.ts';

const CODES = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
const PAGE = readFileSync(join(packageRoot, 'docs/reference/errors.md'), 'utf8');
const TESTS = filesBelow('test', /\.ts$/).filter((path) => path !== 'test/errors.test.ts');

describe('every error of the catalogue', () => {
  it.each(CODES)('%s is in docs/reference/errors.md, with its exit code, title and remedy', (code) => {
    const { exitCode, title, remedy } = FAULTS[code];
    expect(PAGE).toContain(`| ${code} | ${exitCode} | ${title} | ${remedy} |`);
  });

  it.each(CODES)('%s is thrown somewhere', (code) => {
    const places = filesBelow('src', /\.ts$/).filter(
      (path) => path !== 'src/errors.ts' && readCode(path).includes(`'${code}'`),
    );
    expect(places, 'Take out of src/errors.ts what cannot happen any more').not.toEqual([]);
  });

  it.each(CODES)('%s is brought about for real by a test', (code) => {
    const provoked = new RegExp(`error ${code}\\b|code: '${code}'`);
    const places = TESTS.filter((path) => provoked.test(readCode(path)));
    expect(
      places,
      'Write a test that brings it about, and looks for `error CODE` or `code: CODE`',
    ).not.toEqual([]);
  });
});

describe('an error as lines for a person', () => {
  it('says what, where, found, expected and what to do, each on its line', () => {
    const fault = new Fault('SOURCE_BROKEN', { where: 'a.log:3', found: ['one', 'two'], expected: 'more' });
    expect(describeFault(fault).split('\n')).toEqual([
      'error SOURCE_BROKEN: A file could not be read to its end, and nothing of it was kept.',
      '  where:    a.log:3',
      '  found:    one',
      '            two',
      '  expected: more',
      '  to do:    Copy the file again from where it came from, then run the same command again.',
    ]);
  });
});
