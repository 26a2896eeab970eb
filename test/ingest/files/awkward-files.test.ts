import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SILENT } from '../../../src/progress.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, LONG_TEXT, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, rowCounts, write } from '../reading.ts';

/** More than is read at once, so that a file can change while it is read. */
const MANY = lines(
  ...Array.from({ length: 2000 }, (_, index) => callbackLine({ orderNo: `ORDER${10_000 + index}` })),
);

/** As many rows, and as long ones. */
const HEADER = 'orderNo,tradeNo,merchantId,status,money.currency,money.amount,transactionTime,ack';
const ROWS = Array.from(
  { length: 2000 },
  (_, index) =>
    `ORDER${10_000 + index},T1,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00,${'x'.repeat(600)}`,
);

onEngines('a file that', (engine) => {
  it('vanishes before it is read is told, and the others are read', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    write(folder, 'a.log', lines(payInLine()));
    const gone = write(folder, 'b.log', lines(callbackLine()));
    write(folder, 'c.log', lines(callbackLine()));
    const reading = read(store, [folder], {
      progress: { ...SILENT, begin: () => rmSync(gone) },
    });
    await expect(reading).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND', detail: { where: gone } });
    expect(await rowCounts(store)).toMatchObject({ sources: 2, pay_ins: 1, callbacks: 1 });
  });

  it('has a name that no index can have is told, and the others are read', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    write(folder, 'a.log', lines(payInLine()));
    const deep = join(
      folder,
      ...LONG_TEXT.replaceAll('/', '_')
        .slice(0, 3000)
        .match(/.{200}/g)!,
    );
    mkdirSync(deep, { recursive: true });
    const long = write(deep, 'b.log', lines(callbackLine()));
    for (const dryRun of [true, false]) {
      await expect(read(store, [folder], { dryRun })).rejects.toMatchObject({
        code: 'SOURCE_UNREADABLE',
        detail: { where: long, expected: 'at most 2600 bytes' },
      });
    }
    expect(await rowCounts(store)).toMatchObject({ sources: 1, pay_ins: 1, callbacks: 0 });

    const before = process.cwd();
    try {
      process.chdir(deep);
      const { ctimeMs } = statSync('b.log');
      const readAt = { seconds: Math.ceil(ctimeMs / 1000) + 4, micros: 0 };
      for (const counted of ['1 = 1 + 0 + 0', 'unchanged']) {
        const [result] = await read(store, ['b.log'], { readAt });
        expect(counts(result!)).toBe(counted);
      }
    } finally {
      process.chdir(before);
    }
  });

  it.each([
    ['is cut short', (path: string) => truncateSync(path, 1000)],
    ['is written anew', (path: string) => writeFileSync(path, MANY.replaceAll('ORDER1', 'ORDER2'))],
  ])('%s while it is read leaves nothing of itself behind', async (_name, change) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log', MANY);
    let isFirst = true;
    const advance = () => {
      if (isFirst) change(path);
      isFirst = false;
    };
    await expect(read(store, [path], { progress: { ...SILENT, advance } })).rejects.toMatchObject({
      code: 'SOURCE_BROKEN',
      detail: { where: path, found: 'it was changed while it was read' },
    });
    expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0 });
  });

  it('grows while it is read is kept as far as it was read, and what was added is read next time', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log', MANY);
    let isFirst = true;
    const advance = () => {
      if (isFirst) appendFileSync(path, lines(payInLine()));
      isFirst = false;
    };
    const [first] = await read(store, [path], { progress: { ...SILENT, advance } });
    expect(first!.accepted).toBeGreaterThanOrEqual(2000);
    await read(store, [path]);
    expect(await rowCounts(store)).toMatchObject({ callbacks: 2000, pay_ins: 1 });
  });

  it.each([
    ['a.log', MANY, callbackLine({ orderNo: 'ORDER99999' }), [40, 0]],
    ['a.csv', `${HEADER}\n${lines(...ROWS)}`, ROWS[0]!.replace('ORDER10000', 'ORDER99999'), [40, 0]],
    // The break within the quoted cell is the end of a line, not of the row.
    ['b.csv', `${HEADER}\n${lines(...ROWS)}`, ROWS[0]!.replace('ORDER10000', '"ORDER\n99999"'), [7, 0]],
  ])('grows by a part of a record (%s) leaves it to the next reading', async (name, content, last, cuts) => {
    for (const cut of cuts) {
      const store = await engine.emptied();
      const path = write(temporaryFolder(), name, content);
      const head = cut === 0 ? last : last.slice(0, cut);
      let isFirst = true;
      const advance = () => {
        if (isFirst) appendFileSync(path, head);
        isFirst = false;
      };
      const [first] = await read(store, [path], { progress: { ...SILENT, advance } });
      expect(counts(first!)).toBe('2000 = 2000 + 0 + 0');
      // Nothing more may come: then it is the end of the file, though no byte has changed.
      if (cut > 0) appendFileSync(path, last.slice(cut));
      expect((await read(store, [path])).map(counts)).toEqual(['2001 = 1 + 2000 + 0']);
      expect((await read(store, [path])).map(counts)).toEqual(['unchanged']);
    }
  });

  it('is a pipe is read when it is named, each time anew, and passed over in a folder', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe.log');
    execFileSync('mkfifo', [pipe]);
    // A file of no bytes that is known already is no reason to take a pipe for it.
    await read(store, [write(folder, 'empty.log', '')]);
    for (const [line, expected] of [
      [payInLine(), '1 = 1 + 0 + 0'],
      [payInLine(), '1 = 0 + 1 + 0'],
    ] as const) {
      const reading = read(store, [pipe]);
      const writing = await open(pipe, 'w');
      await writing.writeFile(`${line}\n`);
      await writing.close();
      expect((await reading).map(counts)).toEqual([expected]);
    }
    expect((await read(store, [folder])).map(counts)).toEqual(['unchanged']);
  });

  it('lies behind links is read once, however they lead round', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    write(elsewhere, 'day.log', lines(payInLine()));
    mkdirSync(join(folder, 'logs'));
    symlinkSync(elsewhere, join(folder, 'logs/current'));
    symlinkSync(elsewhere, join(folder, 'logs/also'));
    symlinkSync(folder, join(elsewhere, 'back'));
    symlinkSync('loop.log', join(folder, 'loop.log'));
    symlinkSync('gone.log', join(folder, 'dangling.log'));
    expect((await read(store, [folder])).map(counts)).toEqual(['1 = 1 + 0 + 0']);
    await expect(read(store, [join(folder, 'loop.log')])).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      detail: { where: join(folder, 'loop.log'), found: 'links that lead round in a circle' },
    });
  });

  it('is a folder by a file’s name is gone through as a folder', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a.log'));
    write(join(folder, 'a.log'), 'b.log', lines(payInLine()));
    expect((await read(store, [join(folder, 'a.log')])).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('holds nothing but lines that belong to no order is kept with all of them told', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log', 'x\n{}\n[]\n');
    expect((await read(store, [path])).map(counts)).toEqual(['3 = 0 + 0 + 3']);
  });
});
