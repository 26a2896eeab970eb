import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { filesBelow, readCode } from '../support/code-files.ts';

/** A page that a message, help text or comment names, with a section or without. */
const POINTER = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g;

const code = ['src', 'jobs', 'reports', 'sql'].flatMap((folder) => filesBelow(folder, /\.(ts|sql)$/));
const pointers = [...new Set(code.flatMap((path) => readCode(path).match(POINTER) ?? []))].sort();

describe('a page that the program names', () => {
  it('is one of several', () => {
    expect(pointers).toContain('docs/reference/settings.md');
    expect(pointers.length).toBeGreaterThan(5);
  });

  it.each(pointers)('%s is there, with the section', (pointer) => {
    const [page, section] = pointer.split('#');
    expect(existsSync(join(packageRoot, page!)), page).toBe(true);
    if (section !== undefined) expect(anchorsOf(readCode(page!))).toContain(section);
  });

  it('is never the README, which is too short to answer anything', () => {
    const wrong = code.filter((path) => /(?<![\w/])README\.md/.test(readCode(path)));
    expect(wrong, 'Name the page below docs/ that answers it').toEqual([]);
  });
});

describe('a path that docs/internals names', () => {
  const pages = [...filesBelow('docs/internals', /\.md$/), 'CONTRIBUTING.md'];

  it.each(pages)('is there: %s', (page) => {
    const named = [
      ...readCode(page).matchAll(/`((?:src|sql|test|jobs|reports|scripts|examples)\/[\w./-]*)`/g),
    ];
    const missing = named.map(([, path]) => path!).filter((path) => !existsSync(join(packageRoot, path)));
    expect(missing).toEqual([]);
  });
});

it('sql/README.md has a row for each folder, and for no other', () => {
  const there = readdirSync(join(packageRoot, 'sql'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && filesBelow(`sql/${entry.name}`, /\.sql$/).length > 0)
    .map(({ name }) => name);
  const [table] = readCode('sql/README.md').split('\n## ');
  const rows = [...table!.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(there.sort());
});

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
