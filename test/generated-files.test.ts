import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { architectureDiagram, reduced } from '../scripts/architecture-diagram.ts';
import { GENERATED_FILES } from '../scripts/generated-files.ts';
import { replaceParts } from '../scripts/made-parts.ts';
import { packageRoot } from '../src/database/package-root.ts';

it.each(GENERATED_FILES)('$path is what the code makes of it', async ({ path, content }) => {
  const kept = readFileSync(join(packageRoot, path), 'utf8');
  expect(kept, `${path} is out of date: run npm run generate`).toBe(await content());
});

describe('the marks of a page', () => {
  it('have the part of their name between them, whatever was there', () => {
    const page = 'a\n<!-- made: outcomes -->\nold\n<!-- end -->\nb\n';
    expect(replaceParts('page.md', page)).toMatch(
      /^a\n<!-- made: outcomes -->\n\| outcome \|[\s\S]*\| PENDING \|.*\n<!-- end -->\nb\n$/,
    );
  });

  it.each([
    ['<!-- made: outcome -->\n<!-- end -->', 'page.md: nothing makes "outcome"; there are demo, library, '],
    [
      '<!-- made: outcomes -->\n',
      'page.md: write <!-- made: NAME --> on a line of its own, and <!-- end -->',
    ],
    ['<!-- made: demo -->\n<!-- made: outcomes -->\n<!-- end -->', '<!-- end --> after it'],
  ])('are refused if they are wrong: %j', (page, message) => {
    expect(() => replaceParts('page.md', page)).toThrow(message);
  });
});

describe('the diagram of the folders', () => {
  it('leaves out an arrow where a longer way leads to the same folder, and no other', () => {
    const graph = new Map([
      ['a', new Set(['b', 'c', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set<string>()],
      ['d', new Set(['c'])],
    ]);
    expect(reduced(graph)).toEqual(
      new Map([
        ['a', new Set(['b', 'd'])],
        ['b', new Set(['c'])],
        ['c', new Set()],
        ['d', new Set(['c'])],
      ]),
    );
  });

  it('shows the folders of src, jobs and reports', () => {
    const diagram = architectureDiagram();
    for (const folder of ['src/contract', 'src/ingest', 'src/cli', 'jobs', 'reports'])
      expect(diagram).toContain(`["${folder}"]`);
    expect(diagram).toContain('  ingest --> normalise\n');
  });
});
