import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../src/ingest/files/files-of-source.ts';
import { misnamedFaults } from '../../../src/ingest/files/names-in-folder.ts';
import { findSources } from '../../../src/ingest/files/paths-of-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { READ_AT } from '../reading.ts';

/** A path with a name in Latin-1. */
function latin(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
}

function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(latin(folder, name), 'x');
  return folder;
}

/** The paths of faults below a folder. */
async function unread(folder: string, pattern: string): Promise<unknown> {
  const { misnamed = [] } = await findFiles([join(folder, pattern)], 0, READ_AT);
  return misnamed.map(({ detail }) => detail.where?.slice(folder.length + 1));
}

// Other systems refuse such names.
describe.skipIf(process.platform !== 'linux')('a name that is not UTF-8', () => {
  it('is SOURCE_UNREADABLE; the other files are found, and files of other kinds are left out', async () => {
    const folder = folderWith('a.csv', 'extrato-março.csv', 'relatório.pdf', '.março.txt');
    const found = await findSources([folder]);
    expect(found).toMatchObject({
      names: [join(folder, 'a.csv')],
      leftOut: [join(folder, 'relat\\xf3rio.pdf')],
    });
    expect(misnamedFaults(found.misnamed ?? [])).toMatchObject([
      {
        code: 'SOURCE_UNREADABLE',
        detail: { where: join(folder, 'extrato-mar\\xe7o.csv'), found: 'its name is not UTF-8' },
      },
    ]);
  });

  it.each([
    ["extrato d'março\\.csv", "extrato d'março\\.csv"],
    ['mar\x87o.csv', 'mar_o.csv'],
  ])('is renamed by the command of the remedy: %j', async (name, renamed) => {
    const folder = folderWith(name);
    const [fault] = misnamedFaults((await findSources([folder])).misnamed ?? []);
    const command = fault!.detail.remedy!.replace(/^.*?again: /, '');
    execFileSync('bash', ['-c', command]);
    expect(readdirSync(folder)).toEqual([renamed]);
  });

  it('may be that of a folder, which counts if there is evidence below it', async () => {
    const folder = temporaryFolder();
    for (const name of ['março', 'relatórios']) mkdirSync(latin(folder, name));
    writeFileSync(latin(folder, 'março/a.csv'), 'x');
    writeFileSync(latin(folder, 'relatórios/a.pdf'), 'x');
    for (const pattern of ['', '*', '**', '*/*.csv', '**/*.csv', 'mar*'])
      expect(await unread(folder, pattern), pattern).toEqual(['mar\\xe7o']);
    expect(await unread(folder, '*/*.pdf')).toEqual(['mar\\xe7o', 'relat\\xf3rios']);
  });

  it.each([
    ['*', ['mar\\xe7o.csv']],
    ['*.csv', ['mar\\xe7o.csv']],
    ['*.txt', ['mar\\xe7o.txt']],
    ['abril*', []],
    ['*/x.csv', []],
    ['mar\uFFFDo.csv', ['mar\\xe7o.csv']],
  ])('counts where a pattern or path matches it: %s', async (pattern, names) => {
    const folder = folderWith('março.csv', 'março.txt');
    expect(await unread(folder, pattern)).toEqual(names);
    expect((await findFiles([join(folder, pattern)], 0, READ_AT)).faults).toEqual([]);
  });

  it('is not one that has the replacement character itself', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'mar\uFFFDo.csv');
    writeFileSync(path, 'x');
    expect(await findSources([folder])).toEqual({ names: [path], leftOut: [] });
    expect(await findSources([path])).toEqual({ names: [path], leftOut: [] });
  });
});
