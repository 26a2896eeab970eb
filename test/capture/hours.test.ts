/** The file of each hour is completed without waiting for a next record, and only what is true is said of an hour without one. */
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import { type LoggedBody, loggedBody } from '../../src/capture/message-record.ts';
import { takeCallback } from '../../src/capture/take-callback.ts';
import { throttledLog } from '../../src/capture/throttled-log.ts';
import { createLog } from '../../src/log.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { callbackOf, turns, until } from './served-capture.ts';
import { clock, instantAt, woundCapture } from './wound-capture.ts';

describe('an hour that is over', () => {
  it('is completed and packed without a next record', async () => {
    const { begin, names, files } = woundCapture();
    const { log, wind } = await begin(clock(12, 20));
    for (const kind of [log.callbacks, log.unverified, log.payIns]) await kind.append('{}\n');
    await wind(clock(12, 59, 59));
    expect(files()).toEqual([
      ['callbacks-12.ndjson', 1],
      ['pay-ins-12.ndjson', 1],
      ['unverified-12.ndjson', 1],
    ]);
    await wind(clock(13));
    const packed = ['callbacks-12.ndjson.gz', 'pay-ins-12.ndjson.gz', 'unverified-12.ndjson.gz'];
    await until(() => names().join() === packed.join());
    await log.close();
    expect(files()).toEqual(packed.map((name) => [name, 1]));
  });

  it('is packed without a next record, although capture began again in it', async () => {
    const { begin, names, files } = woundCapture();
    const first = await begin(clock(12, 10));
    for (const kind of [first.log.callbacks, first.log.unverified]) await kind.append('{}\n');
    await first.end();
    const second = await begin(clock(12, 20));
    await second.log.callbacks.append('{}\n');
    await second.wind(clock(12, 59));
    expect(names()).toEqual(['callbacks-12.ndjson', 'unverified-12.ndjson']);
    await second.wind(clock(13, 10));
    await second.end();
    expect(files()).toEqual([
      ['callbacks-12.ndjson.gz', 2],
      ['unverified-12.ndjson.gz', 1],
    ]);
  });

  it('without a record leaves a packed file of callbacks, and of forwarded requests, without a line', async () => {
    for (const [isForwarding, kinds] of [
      [false, ['callbacks']],
      [true, ['callbacks', 'pay-ins']],
    ] as const) {
      const { begin, files } = woundCapture();
      const { log, wind, end } = await begin(clock(12, 20), { isForwarding });
      await wind(clock(14, 10));
      await log.callbacks.append('{}\n');
      await wind(clock(16, 40));
      await end();
      const expected = kinds.flatMap((kind) =>
        [13, 14, 15].map((hour) => [
          `${kind}-${hour}.ndjson.gz`,
          kind === 'callbacks' && hour === 14 ? 1 : 0,
        ]),
      );
      expect(files(), 'not of the hours in which it began and ended').toEqual(expected);
    }
  });

  it('while it was stopped, or in which it began again, leaves none', async () => {
    const { begin, files } = woundCapture();
    const first = await begin(clock(3, 20));
    await first.wind(clock(5, 30));
    await first.end();
    const second = await begin(clock(9, 1));
    await second.wind(clock(11));
    await second.end();
    const third = await begin(clock(11, 10));
    await third.log.callbacks.append('{}\n');
    await third.wind(clock(12));
    await third.end();
    expect(files(), 'a record is kept whenever it came').toEqual([
      ['callbacks-04.ndjson.gz', 0],
      ['callbacks-10.ndjson.gz', 0],
      ['callbacks-11.ndjson.gz', 1],
    ]);
  });

  it('of which the machine slept a part leaves none, and a clock that is set a little changes nothing', async () => {
    const { begin, files } = woundCapture();
    const { wind, jump, end } = await begin(clock(2, 50));
    await wind(clock(3, 10));
    await jump(clock(3, 12));
    await wind(clock(4, 10));
    await jump(clock(4, 9, 5));
    await wind(clock(5));
    await jump(clock(4, 59, 10));
    await wind(clock(6, 20));
    await jump(clock(9, 20));
    await wind(clock(11));
    await end();
    expect(files()).toEqual(
      [4, 5, 10].map((hour) => [`callbacks-${`${hour}`.padStart(2, '0')}.ndjson.gz`, 0]),
    );
  });

  it('and comes again, as the clock is set back, keeps what was packed', async () => {
    const { begin, files } = woundCapture();
    const { log, wind, jump, end } = await begin(clock(11, 59));
    await wind(clock(12, 10));
    await log.callbacks.append('{}\n');
    await wind(clock(14));
    await jump(clock(11, 50));
    await wind(clock(13, 10));
    await log.callbacks.append('{}\n');
    await wind(clock(15));
    await end();
    expect(files()).toEqual([
      ['callbacks-12.ndjson.gz', 1],
      ['callbacks-13.2.ndjson.gz', 1],
      ['callbacks-13.ndjson.gz', 0],
      ['callbacks-14.ndjson.gz', 0],
    ]);
  });

  it('leaves no file without a line beside one that somebody renamed', async () => {
    const { folder, begin, files } = woundCapture();
    const { log, wind, end } = await begin(clock(11, 59));
    await wind(clock(12, 10));
    await log.callbacks.append('{}\n');
    renameSync(join(folder, 'callbacks-2026-11-20-12.ndjson'), join(folder, 'mine'));
    await wind(clock(13, 10));
    writeFileSync(join(folder, 'callbacks-2026-11-20-13.ndjson.1'), '{}\n');
    await wind(clock(14));
    await end();
    expect(files()).toEqual([]);
  });
});

describe('an hour in which a record was refused', () => {
  it('leaves no file without a line: neither where the disk was full, nor where too much waited', async () => {
    const state = { isFull: false };
    const { folder, begin, files } = woundCapture();
    const { log, wind, end } = await begin(clock(11, 59), { disk: fillable(state) });
    await wind(clock(12, 10));
    state.isFull = true;
    await expect(log.callbacks.append('{}\n')).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    state.isFull = false;
    await wind(clock(13, 10));
    log.hours!.missed();
    await wind(clock(15));
    await end();
    expect(files()).toEqual([['callbacks-14.ndjson.gz', 0]]);
    // What was begun for the record that failed is no file of an hour without one either, nor at the next start.
    expect(readdirSync(folder).sort()).toEqual([
      'callbacks-2026-11-20-12.ndjson.torn',
      'callbacks-2026-11-20-14.ndjson.gz',
    ]);
  });

  it('leaves none where a callback is too long for a line', async () => {
    const { begin, files } = woundCapture();
    const { log: records, wind, end } = await begin(clock(11, 59));
    await wind(clock(12, 10));
    const bytes = Buffer.from(callbackOf('TOOLONG001'));
    const { status } = await takeCallback(
      {
        ...{ settings: parseSettings({}).capture, mostLineBytes: 10, signatures: undefined, records },
        log: throttledLog(createLog({ write: () => undefined }), () => instantAt(clock(12, 10))),
      },
      { headers: {}, rawHeaders: [] },
      bytes,
      loggedBody(bytes, false) as LoggedBody,
      instantAt(clock(12, 10)),
    );
    expect(status).toBe(413);
    await wind(clock(14));
    await end();
    expect(files()).toEqual([['callbacks-13.ndjson.gz', 0]]);
  });

  it('has its other records packed, without the half of the one that failed', async () => {
    const state = { isFull: false };
    const { folder, begin, files } = woundCapture();
    const { log, wind, end } = await begin(clock(12, 1), { disk: fillable(state) });
    await log.callbacks.append('{"n":1}\n');
    state.isFull = true;
    await expect(log.callbacks.append('{"n":2}\n')).rejects.toThrow();
    state.isFull = false;
    await log.callbacks.append('{"n":3}\n');
    await wind(clock(13));
    await until(() => readdirSync(folder).filter((name) => name.endsWith('.gz')).length === 2);
    await end();
    expect(files()).toEqual([
      ['callbacks-12.2.ndjson.gz', 1],
      ['callbacks-12.ndjson.gz', 1],
    ]);
    expect(readdirSync(folder)).toContain('callbacks-2026-11-20-12.ndjson.torn');
  });

  it('leaves none at the next start either', async () => {
    const { folder, begin, files } = woundCapture();
    writeFileSync(join(folder, 'callbacks-2026-11-20-12.ndjson'), '');
    writeFileSync(join(folder, 'callbacks-2026-11-20-13.ndjson'), '{"receivedAt":"20');
    const { end } = await begin(clock(14, 10));
    await end();
    expect(files()).toEqual([]);
  });
});

describe('a disk that is full when an hour is over', () => {
  it.each([
    ['of a record', 1],
    ['without one', 0],
  ])('ends nothing: the file %s is packed a minute after there is space', async (_what, lines) => {
    const state = { isFull: false };
    const { begin, names, files, said } = woundCapture();
    const { log, wind, end } = await begin(clock(11, 59), { disk: fillable(state) });
    await wind(clock(12, 10));
    if (lines > 0) await log.callbacks.append('{}\n');
    state.isFull = true;
    await wind(clock(13));
    const told = () => said.filter((line) => line.includes('log not packed')).length;
    await until(() => told() === 1);
    for (const minute of [1, 2, 3]) await wind(clock(13, minute));
    expect(names().filter((name) => name.endsWith('.gz'))).toEqual([]);
    state.isFull = false;
    // An attempt that began before may still fail, and then another minute passes.
    const isPacked = () => names().join().startsWith('callbacks-12.ndjson.gz');
    for (let minute = 5; !isPacked(); minute += 1) {
      await wind(clock(13, minute));
      await turns();
    }
    expect(told(), 'it is said once').toBe(1);
    await end();
    expect(files()[0]).toEqual(['callbacks-12.ndjson.gz', lines]);
  });
});

/** A disk on which nothing can be written while the test says so; half of what is written then is left, and cannot be cut off. */
function fillable(state: { isFull: boolean }): Disk {
  const refuse = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  return {
    ...DISK,
    open: async (path) => {
      const file = await DISK.open(path);
      return {
        ...file,
        append: async (bytes) => {
          await file.append(state.isFull ? bytes.subarray(0, bytes.length >> 1) : bytes);
          if (state.isFull) await refuse();
        },
        cut: (length) => (state.isFull ? refuse() : file.cut(length)),
      };
    },
  };
}
