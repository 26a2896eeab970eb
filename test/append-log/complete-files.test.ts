import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packFile, packNothing, recoverFolder } from '../../src/append-log/complete-files.ts';
import { openOrderBook } from '../../src/sandbox/order-book.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { powerCutDisk } from './power-cut-disk.ts';

const CONTENT = Array.from({ length: 2_000 }, (_, at) => `{"line":${at}}\n`).join('');

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** As of capture, with a shorter hour. */
const isOwn = (stem: string) => /^callbacks-\d\d$/.test(stem);
const ANY = { isOwn: () => true, isCurrent: () => true };

const filesOf = (folder: string) => readdirSync(folder).sort();
const unpacked = (path: string) => gunzipSync(readFileSync(path)).toString();

describe('packing a file', () => {
  it('replaces it by one with the same content', async () => {
    const folder = folderWith({ 'a.ndjson': CONTENT });
    await packFile(join(folder, 'a.ndjson'));
    expect(filesOf(folder)).toEqual(['a.ndjson.gz']);
    expect(unpacked(join(folder, 'a.ndjson.gz'))).toBe(CONTENT);
  });

  it('makes nothing of what an earlier attempt has left', async () => {
    const folder = folderWith({ 'a.ndjson': 'new\n', 'a.ndjson.gz': 'old', 'a.ndjson.gz.part': 'half' });
    await packFile(join(folder, 'a.ndjson'));
    expect(filesOf(folder)).toEqual(['a.ndjson.gz']);
    expect(unpacked(join(folder, 'a.ndjson.gz'))).toBe('new\n');
  });

  it('only removes one without a line, and makes one without a line where that is asked for', async () => {
    const folder = folderWith({ 'a.ndjson': '' });
    await packFile(join(folder, 'a.ndjson'));
    expect(filesOf(folder)).toEqual([]);
    await packNothing(join(folder, 'a.ndjson'));
    expect(filesOf(folder)).toEqual(['a.ndjson.gz']);
    expect(unpacked(join(folder, 'a.ndjson.gz'))).toBe('');
  });

  it('leaves the file, and nothing else, where the disk is full', async () => {
    const folder = folderWith({ 'a.ndjson': CONTENT });
    // 1 remove, 2 open, 3 append, 4 sync, 5 rename.
    for (const failing of [2, 3, 4]) {
      const disk = powerCutDisk(folder, { failing: new Set([failing]) });
      await expect(packFile(join(folder, 'a.ndjson'), disk)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(filesOf(folder), `operation ${failing}`).toEqual(['a.ndjson']);
    }
    expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe(CONTENT);
  });

  it('never leaves neither, whenever the power is cut and whatever it takes', async () => {
    const cutWhile = async (cutBefore: number, random: () => number) => {
      const folder = folderWith({ 'a.ndjson': CONTENT });
      const disk = powerCutDisk(folder, { cutBefore, random });
      const result = await packFile(join(folder, 'a.ndjson'), disk).catch((error: Error) => error);
      disk.cutPower();
      disk.restart();
      const [plain, packed] = ['a.ndjson', 'a.ndjson.gz'].map((name) => join(folder, name));
      const found = existsSync(plain!) ? readFileSync(plain!, 'utf8') : unpacked(packed!);
      expect(found, `before operation ${cutBefore}`).toBe(CONTENT);
      if (existsSync(packed!)) expect(unpacked(packed!)).toBe(CONTENT);
      return result;
    };
    // What the cut takes differs from file to file.
    for (let pattern = 0; pattern < 16; pattern += 1) {
      const taking = () => {
        let at = 0;
        return () => (pattern >> (at++ % 4)) & 1;
      };
      let cutBefore = 1;
      while ((await cutWhile(cutBefore, taking())) !== undefined) cutBefore += 1;
      expect(cutBefore).toBeGreaterThan(7);
    }
  });
});

describe('a folder that a kill has left', () => {
  it('is put in order', async () => {
    const folder = folderWith({
      'callbacks-12.ndjson': 'one\n',
      'callbacks-12.2.ndjson': 'two\nthr',
      'callbacks-13.ndjson': 'four\nfi',
      'callbacks-13.2.ndjson': 'six\n',
      'callbacks-11.ndjson.gz': 'packed',
      'callbacks-10.ndjson.gz.part': 'half',
      'callbacks-09.ndjson.torn': 'earlier\n',
      'notes.txt': 'no log',
    });
    const found = await recoverFolder(folder, { isOwn, isCurrent: (stem) => stem === 'callbacks-13' });
    expect(found).toEqual({
      torn: [join(folder, 'callbacks-12.2.ndjson'), join(folder, 'callbacks-13.ndjson')],
      complete: [join(folder, 'callbacks-12.2.ndjson'), join(folder, 'callbacks-12.ndjson')],
      current: ['callbacks-13.2.ndjson', 'callbacks-13.ndjson'].map((name) => ({
        stem: 'callbacks-13',
        path: join(folder, name),
      })),
    });
    expect(filesOf(folder)).toEqual([
      ...['callbacks-09.ndjson.torn', 'callbacks-11.ndjson.gz', 'callbacks-12.2.ndjson'],
      ...['callbacks-12.2.ndjson.torn', 'callbacks-12.ndjson', 'callbacks-13.2.ndjson'],
      ...['callbacks-13.ndjson', 'callbacks-13.ndjson.torn', 'notes.txt'],
    ]);
    expect(readFileSync(join(folder, 'callbacks-13.ndjson.torn'), 'utf8')).toBe('fi\n');
  });

  it('keeps the files of other programs as they are', async () => {
    const others = {
      'app.ndjson': 'one\ntw',
      'app.ndjson.gz.part': 'half',
      'callbacks-12.ndjson.part': 'half',
      'callbacks-12.old.ndjson': 'one\ntw',
      'callbacks-123.ndjson': 'one\ntw',
      'download.part': 'half',
      'my-callbacks-12.ndjson': 'one\ntw',
    };
    const folder = folderWith({ ...others, 'callbacks-12.2.ndjson.gz.part': 'half' });
    expect(await recoverFolder(folder, { isOwn, isCurrent: () => false })).toEqual({
      torn: [],
      complete: [],
      current: [],
    });
    const left = filesOf(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    expect(Object.fromEntries(left)).toEqual(others);
  });

  it('keeps them too if it is that of the sandbox, and reads its own alone', async () => {
    const folder = folderWith({ 'app.ndjson': 'no order\nha', 'download.part': 'half' });
    const orders = await openOrderBook(folder);
    await orders.close();
    expect([...orders.all()]).toEqual([]);
    expect(readFileSync(join(folder, 'app.ndjson'), 'utf8')).toBe('no order\nha');
    expect(filesOf(folder)).toEqual(['app.ndjson', 'download.part']);
  });

  it('changes nothing more when it is put in order again', async () => {
    const folder = folderWith({ 'a.ndjson': 'one\ntw' });
    await recoverFolder(folder, ANY);
    const names = filesOf(folder);
    expect(await recoverFolder(folder, ANY)).toEqual({
      torn: [],
      complete: [],
      current: [{ stem: 'a', path: join(folder, 'a.ndjson') }],
    });
    expect(filesOf(folder)).toEqual(names);
  });

  it('is put in order also if that is interrupted at any operation', async () => {
    for (const keeps of [0, 0.6]) {
      for (let cutBefore = 1; cutBefore < 12; cutBefore += 1) {
        const folder = folderWith({ 'a.ndjson': 'one\ntw', 'b.ndjson': 'three\n', 'c.ndjson.gz.part': 'x' });
        const disk = powerCutDisk(folder, { cutBefore, random: () => keeps });
        await recoverFolder(folder, ANY, disk).catch(() => undefined);
        disk.cutPower();
        disk.restart();
        await recoverFolder(folder, ANY);
        expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe('one\n');
        expect(readFileSync(join(folder, 'b.ndjson'), 'utf8')).toBe('three\n');
        expect(existsSync(join(folder, 'c.ndjson.gz.part'))).toBe(false);
      }
    }
  });
});
