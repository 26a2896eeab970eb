/** Pipes and links in the place of published files: a run neither waits for them nor takes them for the files. */
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Engine, onEngines } from '../../support/engines.ts';
import { bytesBelow, NOON, publish, states } from '../books.ts';
import { corrected } from './corrected-books.ts';

const STRANGE = [
  ['pipes', (path: string) => void execFileSync('mkfifo', [path])],
  [
    'links to files with the same content',
    (path: string) => symlinkSync(`../moved-${path.split('/').at(-1)}`, path),
  ],
] as const;

/** Files that name sources, whose folder is another in each store. */
const WITH_SOURCES = ['manifest.json', 'orphan-callbacks.csv', 'rejected-records.csv'];

/** A date with a second version, once these files of its first version are something else. */
async function secondVersion(
  engine: Engine,
  names: (all: string[]) => string[],
  put: (path: string) => void,
) {
  const { store, out, books } = await corrected(engine);
  const first = join(books, 'v1');
  for (const name of names(readdirSync(first))) {
    renameSync(join(first, name), join(books, `moved-${name}`));
    put(join(first, name));
  }
  const published = await publish(store, out, NOON);
  const files = Object.entries(bytesBelow(join(books, 'v2'))).filter(
    ([name]) => !WITH_SOURCES.includes(name),
  );
  return { state: states(published)['BR'], folder: join(books, 'v2'), bytes: Object.fromEntries(files) };
}

onEngines('a second version', (engine) => {
  it.each(STRANGE)('is what it would be beside a first with %s', async (_what, put) => {
    const whole = await secondVersion(engine, () => [], put);
    for (const names of [
      (all: string[]) => all,
      (all: string[]) => all.filter((name) => name.endsWith('.csv')),
    ]) {
      const { state, folder, bytes } = await secondVersion(engine, names, put);
      expect(state).toBe('v2 new');
      expect(bytes).toEqual(whole.bytes);
      expect(readdirSync(folder).filter((name) => !lstatSync(join(folder, name)).isFile())).toEqual([]);
    }
  });
});
