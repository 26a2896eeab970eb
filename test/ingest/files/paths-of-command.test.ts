import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../../src/ingest/files/open-source.ts';
import { findSources, sourceFault } from '../../../src/ingest/files/paths-of-command.ts';
import { asOrdinaryUser } from '../../support/ordinary-user.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { write } from '../reading.ts';

describe('the paths of a command', () => {
  it('have standard input once, however often it is named', async () => {
    expect(await findSources(['-', '-'])).toEqual({ names: ['-'], leftOut: [] });
  });

  it('are read in their order, a folder in the order of the names below it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'b/deep'), { recursive: true });
    mkdirSync(join(folder, 'a.log'));
    const names = [
      'b/1.ndjson',
      'b/deep/2.jsonl.gz',
      'B.log',
      'a.log/x.log.zst',
      'c.NDJSON',
      'b.log',
      'x.CSV',
      'x.tsv.gz',
      'x.xlsx',
      'é.log',
    ];
    for (const name of names) write(folder, name, '');
    const others = [
      'b/z.pdf',
      'log',
      'notes.txt',
      'x.csv.1',
      'x.gz',
      'x.log.bz2',
      'x.log.old',
      'x.log-1',
      'y.log.1',
      'y.ndjson-20261119.zst',
    ].sort();
    for (const name of others) write(folder, name, '');
    mkdirSync(join(folder, '.git'));
    const unremarkable = [
      '~$x.xlsx',
      '.hidden',
      '.git/head',
      'x.log.part',
      'b/x.TMP',
      '.writing-a',
      'x.writing-b',
    ];
    for (const name of unremarkable) write(folder, name, '');
    const inOrder = [
      'B.log',
      'a.log/x.log.zst',
      'b.log',
      'b/1.ndjson',
      'b/deep/2.jsonl.gz',
      'c.NDJSON',
      'x.CSV',
      'x.tsv.gz',
      'x.xlsx',
      'é.log',
    ];
    const single = write(temporaryFolder(), 'any.name', '');
    expect(await findSources(['-', single, folder])).toEqual({
      names: ['-', single, ...inOrder.map((name) => join(folder, name))],
      leftOut: others.map((name) => join(folder, name)),
    });
    const notes = join(folder, 'notes.txt');
    const named = await findSources([folder, notes]);
    expect(named.names).toContain(notes);
    expect(named.leftOut).not.toContain(notes);
  });

  it('may be a folder without logs', async () => {
    expect(await findSources([temporaryFolder()])).toEqual({ names: [], leftOut: [] });
  });

  it.each(['missing.log', 'file/below.log'])('that do not exist are SOURCE_NOT_FOUND: %s', async (name) => {
    const folder = temporaryFolder();
    write(folder, 'file', '');
    const path = join(folder, name);
    await expect(findSources([path])).rejects.toThrow(
      expect.objectContaining({ code: 'SOURCE_NOT_FOUND', detail: expect.objectContaining({ where: path }) }),
    );
  });
});

describe('what this user may not read', () => {
  const unreadable = { code: 'SOURCE_UNREADABLE', detail: { found: 'no right to read it' } };

  it('is SOURCE_UNREADABLE: a file', async () => {
    const path = write(temporaryFolder(), 'a.log', 'x');
    chmodSync(path, 0);
    await expect(asOrdinaryUser(() => drain(path))).rejects.toMatchObject(unreadable);
  });

  it('is SOURCE_UNREADABLE: a folder', async () => {
    const folder = join(temporaryFolder(), 'closed');
    mkdirSync(folder, { mode: 0 });
    await expect(asOrdinaryUser(async () => findSources([folder]))).rejects.toMatchObject(unreadable);
    chmodSync(folder, 0o700);
  });

  it('is told apart from what the disk cannot give', () => {
    const fault = sourceFault(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }), 'a.log');
    expect(fault).toMatchObject({ code: 'SOURCE_UNREADABLE', detail: { found: 'EIO: i/o error, read' } });
  });
});

async function drain(path: string): Promise<void> {
  for await (const _chunk of openSource(path, 1000).chunks);
}
