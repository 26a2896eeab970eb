import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles, isChanged } from '../../../src/ingest/files/files-of-source.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { READ_AT } from '../reading.ts';

/** A folder with files that were all written long ago; a name that ends with / is a folder. */
function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    const path = join(folder, name);
    mkdirSync(name.endsWith('/') ? path : join(path, '..'), { recursive: true });
    if (name.endsWith('/')) continue;
    writeFileSync(path, 'x\n');
    changed(path, 86_400);
  }
  return folder;
}

function changed(path: string, secondsAgo: number): void {
  const at = READ_AT.seconds - secondsAgo;
  utimesSync(path, at, at);
}

async function found(folder: string, pattern: string) {
  const { files } = await findFiles([join(folder, pattern)], 60, READ_AT);
  return files.map(({ name }) => relative(folder, name));
}

const LOGS = [
  'a.ndjson',
  'b.txt',
  '.c.ndjson',
  'day-1/d.ndjson',
  'day-1/deep/e.csv.gz',
  'day-12/f.log',
  'day-2/g.log',
];

describe('a pattern', () => {
  it.each([
    ['*.ndjson', ['a.ndjson']],
    ['*.txt', ['b.txt']],
    ['*', ['a.ndjson', 'day-1/d.ndjson', 'day-1/deep/e.csv.gz', 'day-12/f.log', 'day-2/g.log']],
    ['**', ['.c.ndjson', 'a.ndjson', 'day-1/d.ndjson', 'day-1/deep/e.csv.gz', 'day-12/f.log', 'day-2/g.log']],
    ['**/*.ndjson', ['a.ndjson', 'day-1/d.ndjson']],
    ['day-?/*', ['day-1/d.ndjson', 'day-1/deep/e.csv.gz', 'day-2/g.log']],
    ['day-?', ['day-1/d.ndjson', 'day-1/deep/e.csv.gz', 'day-2/g.log']],
    ['day-*/**/*.gz', ['day-1/deep/e.csv.gz']],
    ['.*.ndjson', ['.c.ndjson']],
    ['day-1/**/e.csv.gz', ['day-1/deep/e.csv.gz']],
    ['a.ndjson/*', []],
  ])('%s leads to what a shell would show, of folders to the logs in them', async (pattern, names) => {
    expect(await found(folderWith(...LOGS), pattern)).toEqual(names);
  });

  it.each([
    ['', ['b.txt', 'day-1/h.pdf']],
    ['*', ['b.txt', 'day-1/h.pdf']],
    ['**', ['b.txt', 'day-1/h.pdf']],
    ['d*', ['day-1/h.pdf']],
    ['d*/*', ['day-1/h.pdf']],
    ['b.*', []],
    ['**/*.ndjson', []],
  ])('%s leaves out what a folder has beside its logs, and nothing that it names', async (pattern, names) => {
    const folder = folderWith(...LOGS, 'day-1/h.pdf', 'day-1/.i.txt');
    const { leftOut } = await findFiles([join(folder, pattern)], 60, READ_AT);
    expect(leftOut.map((name) => relative(folder, name))).toEqual(names);
  });

  it('takes brackets and braces for themselves', async () => {
    expect(await found(folderWith('[1]{a}-2.log', '1-2.log'), '[1]{a}-*.log')).toEqual(['[1]{a}-2.log']);
  });

  it('follows links, round in a circle too, and finds each file once', async () => {
    const folder = folderWith('real/a.log', 'here/');
    symlinkSync(join(folder, 'real'), join(folder, 'here/linked'));
    symlinkSync(join(folder, 'here'), join(folder, 'real/back'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'here/lost.log'));
    expect(await found(folder, 'here/*/*.log')).toEqual(['here/linked/a.log']);
    expect(await found(folder, 'here/**/*.log')).toEqual(['here/linked/a.log']);
  });

  it('that leads to no file is told, and is no fault', async () => {
    const pattern = join(folderWith(), '*/missing/*.log');
    expect(await findFiles([pattern], 60, READ_AT)).toEqual({
      files: [],
      left: [],
      leftOut: [],
      unmatched: [pattern],
      faults: [],
    });
  });
});

describe('paths', () => {
  it('that lead to the same file lead to it once; one that is not there does not keep the others from it', async () => {
    const folder = folderWith('a.log', 'b*c.log');
    const paths = ['missing', 'a.log', '*.log', '.', 'b*c.log'].map((path) => join(folder, path));
    const { files, faults } = await findFiles(paths, 60, READ_AT);
    expect(files.map(({ name }) => relative(folder, name))).toEqual(['a.log', 'b*c.log']);
    expect(faults).toEqual([
      expect.objectContaining({
        code: 'SOURCE_NOT_FOUND',
        detail: expect.objectContaining({ where: paths[0] }),
      }),
    ]);
  });
});

describe('a file', () => {
  it.each([
    [61, 'read'],
    [60, 'read'],
    [59, 'left'],
    [-59, 'left'],
    [-7200, 'read'],
  ])(
    'that was changed %d seconds ago is %s: it is quiet for 60, or its clock says nothing',
    async (ago, what) => {
      const folder = folderWith('a.csv');
      const name = join(folder, 'a.csv');
      changed(name, ago);
      const { files, left } = await findFiles([folder], 60, READ_AT);
      expect({ read: files.length, left }).toEqual(
        what === 'read' ? { read: 1, left: [] } : { read: 0, left: [{ name, reason: 'writing' }] },
      );
      expect((await findFiles([folder], 0, READ_AT)).files).toHaveLength(1);
    },
  );

  it.each([
    ['live.ndjson', 599, 'left'],
    ['live.ndjson', 601, 'read'],
    ['live.ndjson.gz', 601, 'left'],
    ['live.csv', 601, 'left'],
  ])(
    '%s that is written to %d seconds after it was made is %s: lines are whole as they come',
    async (name, age, what) => {
      const folder = folderWith(name);
      const path = join(folder, name);
      // By the clock that the file system has: nobody can say when a file was made.
      const readAt = { seconds: Math.floor(statSync(path).birthtimeMs / 1000) + age, micros: 0 };
      utimesSync(path, readAt.seconds - 1, readAt.seconds - 1);
      const { files } = await findFiles([join(folder, '*')], 60, readAt);
      expect(files).toHaveLength(what === 'read' ? 1 : 0);
    },
  );

  it('behind a pattern may not be there yet, but the folder that it begins in has to be', async () => {
    const folder = folderWith('a.log');
    expect(await findFiles([join(folder, '*.csv')], 60, READ_AT)).toMatchObject({
      unmatched: [join(folder, '*.csv')],
      faults: [],
    });
    const mistyped = join(folder, 'lgs', '*', '*.csv');
    expect((await findFiles([mistyped], 60, READ_AT)).faults).toMatchObject([
      { code: 'SOURCE_NOT_FOUND', detail: { where: join(folder, 'lgs') } },
    ]);
  });

  it('is another once it was written to, cut, or went away', async () => {
    const folder = folderWith('a.log');
    const name = join(folder, 'a.log');
    const [file] = (await findFiles([name], 60, READ_AT)).files;
    expect(isChanged(file!)).toBe(false);
    writeFileSync(name, '');
    expect(isChanged(file!)).toBe(true);
    expect(isChanged({ ...file!, name: join(folder, 'gone.log') })).toBe(true);
  });
});
