import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISK } from '../../src/append-log/disk.ts';
import { logFolder, setTornLineApart } from '../../src/append-log/log-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { linesOf, loggedLines } from './logged-lines.ts';
import { powerCutDisk } from './power-cut-disk.ts';

const filesOf = (folder: string) => readdirSync(folder).sort();
const text = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

describe('a folder of logs', () => {
  it('appends to the file of now, also after it was opened again', async () => {
    const folder = temporaryFolder();
    for (const line of ['one\n', 'two\n']) {
      const log = logFolder({ folder, stemNow: () => 'a-13' });
      await log.store([line]);
      await log.close();
    }
    expect(text(folder, 'a-13.ndjson')).toBe('one\ntwo\n');
  });

  it('is not readable by everybody', async () => {
    const folder = temporaryFolder();
    const log = logFolder({ folder, stemNow: () => 'a' });
    await log.store(['one\n']);
    await log.close();
    expect(statSync(join(folder, 'a.ndjson')).mode & 0o007).toBe(0);
  });

  it('begins another file where the stem changes, and says which is complete', async () => {
    const folder = temporaryFolder();
    const complete: string[] = [];
    let stem = 'a-13';
    const log = logFolder({ folder, stemNow: () => stem, onComplete: (path) => complete.push(path) });
    await log.store(['one\n']);
    await log.store(['two\n']);
    expect(complete).toEqual([]);
    stem = 'a-14';
    await log.store(['three\n']);
    expect(complete).toEqual([join(folder, 'a-13.ndjson')]);
    await log.close();
    expect(complete).toHaveLength(1);
    expect(linesOf(join(folder, 'a-13.ndjson'))).toEqual(['one', 'two']);
    expect(linesOf(join(folder, 'a-14.ndjson'))).toEqual(['three']);
  });

  it('completes a file whose lines have ended, where it is told to', async () => {
    const folder = temporaryFolder();
    const complete: string[] = [];
    let stem = 'a-13';
    const log = logFolder({ folder, stemNow: () => stem, onComplete: (path) => complete.push(path) });
    await log.store(['one\n']);
    await log.leavePast();
    expect(complete).toEqual([]);
    stem = 'a-14';
    await log.leavePast();
    await log.leavePast();
    expect(complete).toEqual([join(folder, 'a-13.ndjson')]);
    expect(filesOf(folder)).toEqual(['a-13.ndjson']);
  });

  it('gives the name of a stem without a file, and appends nothing to a file of that name', async () => {
    const folder = temporaryFolder();
    for (const name of ['a-11.2.ndjson.gz', 'a-12.ndjson.1', 'a-14.ndjson'])
      writeFileSync(join(folder, name), '');
    const log = logFolder({ folder, stemNow: () => 'a-13' });
    for (const stem of ['a-11', 'a-12', 'a-14']) expect(await log.takeName(stem), stem).toBeUndefined();
    const [, taken, again] = await Promise.all([
      log.takeName('a-1'),
      log.takeName('a-13'),
      log.takeName('a-13'),
      log.store(['one\n']),
    ]);
    expect([taken, again]).toEqual([join(folder, 'a-13.ndjson'), undefined]);
    await log.close();
    expect(linesOf(join(folder, 'a-13.2.ndjson'))).toEqual(['one']);
  });

  it('appends nothing to a file that is complete when the clock goes back', async () => {
    const folder = temporaryFolder();
    let stem = 'a-13';
    const log = logFolder({ folder, stemNow: () => stem });
    for (const next of ['a-13', 'a-14', 'a-13', 'a-14', 'a-13']) {
      stem = next;
      await log.store([`${next}\n`]);
    }
    await log.close();
    expect(filesOf(folder)).toEqual([
      ...['a-13.2.ndjson', 'a-13.3.ndjson', 'a-13.ndjson', 'a-14.2.ndjson', 'a-14.ndjson'],
    ]);
    for (const name of filesOf(folder)) expect(linesOf(join(folder, name))).toHaveLength(1);
  });

  it('stores lines in another file once somebody has packed or removed the one of now', async () => {
    const folder = temporaryFolder();
    const log = logFolder({ folder, stemNow: () => 'a' });
    await log.store(['one\n']);
    execFileSync('gzip', [join(folder, 'a.ndjson')]);
    await log.store(['two\n', 'three\n']);
    await log.store(['four\n']);
    expect(linesOf(join(folder, 'a.2.ndjson'))).toEqual(['two', 'three', 'four']);
    rmSync(join(folder, 'a.2.ndjson'));
    await log.store(['five\n']);
    await log.close();
    expect(filesOf(folder)).toEqual(['a.3.ndjson', 'a.ndjson.gz']);
    expect(linesOf(join(folder, 'a.3.ndjson'))).toEqual(['five']);
  });

  it.each([
    ['to another name', () => undefined],
    ['and another file has its name', (path: string) => writeFileSync(path, '')],
  ])('stores lines in another file once the one of now was renamed %s', async (_how, then) => {
    const folder = temporaryFolder();
    const log = logFolder({ folder, stemNow: () => 'a' });
    await log.store(['one\n']);
    renameSync(join(folder, 'a.ndjson'), join(folder, 'a.ndjson.1'));
    then(join(folder, 'a.ndjson'));
    await log.store(['two\n']);
    await log.store(['three\n']);
    await log.close();
    expect(linesOf(join(folder, 'a.2.ndjson'))).toEqual(['two', 'three']);
    expect(text(folder, 'a.ndjson.1'), 'what was stored before stays').toBe('one\n');
  });

  it('fails once its folder was removed, and works once it is there again', async () => {
    const folder = temporaryFolder();
    const log = logFolder({ folder, stemNow: () => 'a' });
    await log.store(['one\n']);
    rmSync(folder, { recursive: true });
    await expect(log.store(['two\n'])).rejects.toThrow('ENOENT');
    mkdirSync(folder);
    await log.store(['three\n']);
    await log.close();
    expect(filesOf(folder)).toEqual(['a.2.ndjson']);
    expect(linesOf(join(folder, 'a.2.ndjson'))).toEqual(['three']);
  });

  it('appends nothing to a file that is packed, or being packed', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.ndjson.gz', 'a.2.ndjson']) writeFileSync(join(folder, name), '');
    const log = logFolder({ folder, stemNow: () => 'a', complete: [join(folder, 'a.2.ndjson')] });
    await log.store(['one\n']);
    await log.close();
    expect(text(folder, 'a.3.ndjson')).toBe('one\n');
    expect(text(folder, 'a.2.ndjson')).toBe('');
  });

  it('fails while its folder is missing, and works once it is there', async () => {
    const folder = temporaryFolder();
    const log = logFolder({ folder: join(folder, 'gone'), stemNow: () => 'a' });
    await expect(log.store(['one\n'])).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(join(folder, 'gone'));
    await log.store(['two\n']);
    await log.close();
    expect(text(join(folder, 'gone'), 'a.ndjson')).toBe('two\n');
  });
});

describe('a disk that fails', () => {
  // The first line takes the operations 1 list, 2 open, 3 syncFolder, 4 append, 5 sync, 6 isGone; the second 7 append, 8 sync, 9 isGone.
  const storing = async (folder: string, failing: readonly number[]) => {
    const disk = powerCutDisk(folder, { failing: new Set(failing) });
    const log = logFolder({ folder, stemNow: () => 'a', disk });
    const stored: string[] = [];
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) {
      await log.store([line]).then(
        () => stored.push(line.trim()),
        () => undefined,
      );
    }
    await log.close();
    return stored;
  };

  it.each([
    ['while it writes', [7]],
    ['while it syncs', [8]],
    ['while it says whether the file is still there', [9]],
    ['while it opens the file', [2]],
    ['while it syncs the folder', [3]],
  ])('%s leaves nothing of the lines that failed, and takes the next', async (_when, failing) => {
    const folder = temporaryFolder();
    const stored = await storing(folder, failing);
    expect(stored).toHaveLength(3);
    expect(filesOf(folder)).toEqual(['a.ndjson']);
    expect(linesOf(join(folder, 'a.ndjson'))).toEqual(stored);
  });

  it.each([
    ['and cannot cut off what it wrote', [7, 8]],
    ['and cannot sync the cut', [7, 9]],
  ])('while it writes %s begins another file', async (_when, failing) => {
    const folder = temporaryFolder();
    const stored = await storing(folder, failing);
    expect(stored).toEqual(['one', 'three', 'four']);
    expect(linesOf(join(folder, 'a.2.ndjson'))).toEqual(['three', 'four']);
    expect(text(folder, 'a.ndjson')).toMatch(/^one\n(tw)?$/);
    await setTornLineApart(join(folder, 'a.ndjson'));
    expect(loggedLines(folder).sort()).toEqual(['four', 'one', 'three']);
  });

  it('at any operations keeps what was stored, and nothing else but a line that failed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        async (failing) => {
          const folder = temporaryFolder();
          const stored = await storing(folder, failing);
          for (const name of filesOf(folder)) await setTornLineApart(join(folder, name));
          const lines = loggedLines(folder);
          expect(lines).toEqual(expect.arrayContaining(stored));
          expect(lines).toEqual([...new Set(lines)]);
        },
      ),
    );
  });
});

describe('a line that was cut off', () => {
  const apart = async (content: string | Buffer) => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.ndjson');
    writeFileSync(path, content);
    const moved = await setTornLineApart(path, DISK);
    return { folder, moved, left: text(folder, 'a.ndjson') };
  };

  it('is moved apart, and the lines before it stay', async () => {
    const { folder, moved, left } = await apart('{"a":1}\n{"b":2}\n{"c":');
    expect([moved, left]).toEqual([5, '{"a":1}\n{"b":2}\n']);
    expect(text(folder, 'a.ndjson.torn')).toBe('{"c":\n');
  });

  it('that comes again is added to those set apart before', async () => {
    const { folder } = await apart('one\ntw');
    const path = join(folder, 'a.ndjson');
    appendFileSync(path, 'thr');
    expect(await setTornLineApart(path)).toBe(3);
    expect(text(folder, 'a.ndjson.torn')).toBe('tw\nthr\n');
    expect(text(folder, 'a.ndjson')).toBe('one\n');
  });

  it('is found whatever its length, over blocks of reading', async () => {
    for (const length of [1, 65_535, 65_536, 65_537, 200_000]) {
      const { moved, left } = await apart(`first\n${'x'.repeat(length)}`);
      expect([moved, left]).toEqual([length, 'first\n']);
    }
    expect((await apart('x'.repeat(70_000))).left, 'the only line').toBe('');
  });

  it('is not seen where every line is whole', async () => {
    for (const content of ['', '\n', 'one\n', `${'x'.repeat(65_535)}\n`, `${'x'.repeat(65_536)}\n`]) {
      const { folder, moved, left } = await apart(content);
      expect([moved, left]).toEqual([0, content]);
      expect(filesOf(folder)).toEqual(['a.ndjson']);
    }
  });

  it('keeps bytes that are no text', async () => {
    const torn = Buffer.from([0xff, 0x00, 0xc3]);
    const { folder } = await apart(Buffer.concat([Buffer.from('one\n'), torn]));
    expect(readFileSync(join(folder, 'a.ndjson.torn'))).toEqual(Buffer.concat([torn, Buffer.from('\n')]));
  });
});
