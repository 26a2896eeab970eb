import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('docs/concepts/reliability.md names a test that there is for each promise', () => {
  const page = readFileSync('docs/concepts/reliability.md', 'utf8');
  const rows = [...page.matchAll(/^\| (?!promise|---)(.+) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(15);
  for (const [, promise, tests] of rows) {
    const paths = [...tests!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
    expect(paths, promise).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(join('test', path)))).toEqual([]);
  }
});
