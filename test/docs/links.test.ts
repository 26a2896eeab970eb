/** Links between the pages of the repository, and that every page is found from README.md. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { filesBelow } from '../support/code-files.ts';
import { anchorsOf, linksOf, type Page, parsePage, shippedPages } from './pages.ts';

const pages = shippedPages();
const byPath = new Map(pages.map((page) => [page.path, page]));

/** A link that leads to a file of the repository: the file's path and, behind `#`, the anchor. */
function localLinks(page: Page): { link: string; path: string; anchor: string | undefined }[] {
  return linksOf(page)
    .filter((link) => !/^(https?|mailto):/.test(link))
    .map((link) => {
      const [file, anchor] = link.split('#');
      const path = file === '' ? page.path : normalize(join(dirname(page.path), file!));
      return { link, path, anchor };
    });
}

/** The page that a link opens: of a folder, its README. */
function opened(path: string): string {
  const full = join(packageRoot, path);
  const isFolder = existsSync(full) && statSync(full).isDirectory();
  return isFolder ? join(path, 'README.md') : path;
}

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_path, page) => {
  it('links to files and headings that are there', () => {
    const broken = localLinks(page).filter(({ path, anchor }) => {
      if (!existsSync(join(packageRoot, path))) return true;
      if (anchor === undefined) return false;
      const target =
        byPath.get(opened(path)) ?? parsePage(path, readFileSync(join(packageRoot, path), 'utf8'));
      return !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(({ link }) => link)).toEqual([]);
  });

  it('links to nothing that is not in the repository', () => {
    expect(localLinks(page).filter(({ path }) => path.startsWith('..') || path.startsWith('/'))).toEqual([]);
  });
});

it('every page under docs/ is at most two clicks from README.md', () => {
  const targets = (path: string) => localLinks(byPath.get(path)!).map((link) => opened(link.path));
  const first = targets('README.md').filter((path) => byPath.has(path));
  const reached = new Set([...first, ...first.flatMap(targets)]);
  expect(filesBelow('docs', /\.md$/).filter((path) => !reached.has(path))).toEqual([]);
});

it('README.md has at most 150 lines', () => {
  expect(byPath.get('README.md')!.text.split('\n').length).toBeLessThanOrEqual(151);
});

describe('what the tests of pages go by', () => {
  it('finds headings, links and blocks', () => {
    const text = [
      '# A `name`, and more',
      '[one](a.md#b) and `[no](link)` ![x](y.svg)',
      '',
      '    payin-recon demo',
      '',
      '## Twice',
      '<!-- file: x.yaml -->',
      '```yaml',
      '# [no](heading)',
      '```',
      '## Twice',
    ].join('\n');
    const page = parsePage('page.md', text);
    expect(anchorsOf(page)).toEqual(['a-name-and-more', 'twice', 'twice-1']);
    expect(linksOf(page)).toEqual(['a.md#b', 'y.svg']);
    expect(page.blocks).toMatchObject([
      { line: 4, language: 'indented', text: '    payin-recon demo\n', mark: '' },
      { line: 9, language: 'yaml', text: '# [no](heading)', mark: 'file: x.yaml' },
    ]);
  });
});
