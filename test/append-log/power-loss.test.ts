import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import { type CaptureLog, openCaptureLog } from '../../src/capture/capture-log.ts';
import { openPendingCalls } from '../../src/capture/pending-calls.ts';
import { createLog } from '../../src/log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { loggedLines } from './logged-lines.ts';
import { type PowerCutDisk, powerCutDisk } from './power-cut-disk.ts';

const FIRST_HOUR = 1_795_176_000;

interface Step {
  /** Lines that arrive at once. */
  readonly lines: number;
  /** Turns of the event loop until the next step. */
  readonly turns: number;
  /** By how many hours the clock moves before it. */
  readonly hours: number;
  /** Whether the log looks then which hours are over. */
  readonly looks?: boolean;
}

interface Faults {
  readonly cutBefore?: number;
  readonly failing?: ReadonlySet<number>;
  readonly random?: () => number;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const silent = createLog({ write: () => undefined });

/** A log on a disk whose power is cut, and what was sent to it and stored. */
function machine(folder: string) {
  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  let hour = 0;
  const open = (disk: PowerCutDisk): Promise<CaptureLog> =>
    openCaptureLog({
      folder,
      now: () => ({ seconds: FIRST_HOUR + hour * 3600, micros: 0 }),
      log: silent,
      disk,
    });

  const send = async (log: CaptureLog, steps: readonly Step[], isOn: () => boolean): Promise<void> => {
    const all: Promise<unknown>[] = [];
    for (const { lines, turns, hours, looks } of steps) {
      hour += hours;
      if (looks) all.push(log.hours!.look().catch(() => undefined));
      for (let count = 0; count < lines && isOn(); count += 1) {
        const line = `{"line":${sent.size}}`;
        sent.add(line);
        all.push(
          log.callbacks.append(`${line}\n`).then(
            () => isOn() && acknowledged.add(line),
            () => undefined,
          ),
        );
      }
      for (let count = 0; count < turns; count += 1) await turn();
    }
    await Promise.all(all);
  };

  return {
    sent,
    acknowledged,
    /** Runs the steps until they end or the power is cut, then starts again, on a sound disk. */
    async run(steps: readonly Step[], faults: Faults): Promise<PowerCutDisk> {
      const disk = powerCutDisk(folder, faults);
      const log = await open(disk).catch(() => undefined);
      if (log !== undefined) await send(log, steps, () => !disk.isCut());
      disk.cutPower();
      await log?.close().catch(() => undefined);
      disk.restart();
      const sound = powerCutDisk(folder);
      const again = await open(sound);
      await send(again, [{ lines: 1, turns: 0, hours: 0 }], () => true);
      await again.close();
      return disk;
    },
    expectAll(): void {
      const found = loggedLines(folder);
      expect(found).toEqual(expect.arrayContaining([...acknowledged]));
      expect(found.filter((line) => !sent.has(line))).toEqual([]);
    },
  };
}

const steps = fc.array(
  fc.record({
    lines: fc.nat(6),
    turns: fc.nat(4),
    hours: fc.constantFrom(0, 0, 0, 1, -1, 2),
    looks: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
);
const randomOf = (numbers: readonly number[]) => {
  let at = 0;
  return () => (numbers[at++ % numbers.length] ?? 0) / 100;
};
const numbers = fc.array(fc.nat(100), { minLength: 1, maxLength: 20 });

describe('after a power cut', () => {
  it('every acknowledged line is there, whenever it comes and whatever it takes', async () => {
    const cuts = fc.array(fc.tuple(steps, fc.integer({ min: 1, max: 120 }), numbers), {
      minLength: 1,
      maxLength: 4,
    });
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(cuts, async (rounds) => {
        const pc = machine(temporaryFolder());
        for (const [plan, cutBefore, random] of rounds) {
          await pc.run(plan, { cutBefore, random: randomOf(random) });
          pc.expectAll();
        }
        stored += pc.acknowledged.size;
      }),
    );
    expect(stored).toBeGreaterThan(500);
  });

  it('it is there after a cut before each operation of one run', async () => {
    const plan: Step[] = [
      ...[0, 1, 0, -1, 1].map((hours) => ({ lines: 3, turns: 4, hours, looks: true })),
      { lines: 2, turns: 0, hours: 1 },
    ];
    const whole = machine(temporaryFolder());
    const operations = (await whole.run(plan, {})).operations();
    whole.expectAll();
    expect(whole.acknowledged.size).toBe(18);
    for (const keeps of [0, 0.5, 0.99]) {
      for (let cutBefore = 1; cutBefore <= operations; cutBefore += 1) {
        const pc = machine(temporaryFolder());
        await pc.run(plan, { cutBefore, random: () => keeps });
        pc.expectAll();
      }
    }
  });

  it('it is there also where the disk failed before', async () => {
    const failing = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        ...[steps, failing, fc.integer({ min: 20, max: 100 }), numbers],
        async (plan, fails, cutBefore, random) => {
          const pc = machine(temporaryFolder());
          await pc.run(plan, { cutBefore, failing: new Set(fails), random: randomOf(random) });
          pc.expectAll();
        },
      ),
    );
  });

  it('it would be missed by these tests if nothing were synced', async () => {
    const folder = temporaryFolder();
    const disk = powerCutDisk(folder);
    const careless: PowerCutDisk = {
      ...disk,
      open: async (path) => ({ ...(await disk.open(path)), sync: async () => undefined }),
    };
    const log = await openCaptureLog({
      ...{ folder, now: () => ({ seconds: FIRST_HOUR, micros: 0 }), log: silent, disk: careless },
    });
    await log.callbacks.append('{"line":0}\n');
    disk.cutPower();
    await log.close().catch(() => undefined);
    disk.restart();
    expect(loggedLines(folder)).toEqual([]);
  });
});

it('a clock that goes back before what is packed at the start keeps every line', async () => {
  const folder = temporaryFolder();
  let seconds = FIRST_HOUR - 3600;
  const isRead = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  const slow: Disk = {
    ...DISK,
    rename: async (from, to) => {
      isRead.resolve();
      await mayGo.promise;
      await DISK.rename(from, to);
    },
  };
  const open = () => openCaptureLog({ folder, now: () => ({ seconds, micros: 0 }), log: silent, disk: slow });
  const before = await open();
  await before.callbacks.append('one\n');
  await before.close();
  seconds = FIRST_HOUR;
  const after = await open();
  await isRead.promise;
  seconds = FIRST_HOUR - 1;
  await after.callbacks.append('two\n');
  mayGo.resolve();
  await after.close();
  expect(loggedLines(folder).sort()).toEqual(['one', 'two']);
});

describe('syncs', () => {
  it('one is enough for all lines that come at once', async () => {
    const folder = temporaryFolder();
    const disk = powerCutDisk(folder);
    const log = await openCaptureLog({
      ...{ folder, now: () => ({ seconds: FIRST_HOUR, micros: 0 }), log: silent, disk },
    });
    await Promise.all(Array.from({ length: 500 }, (_, at) => log.callbacks.append(`${at}\n`)));
    expect(disk.counts).toMatchObject({ append: 1, sync: 1 });
    await log.callbacks.append('one more\n');
    expect(disk.counts).toMatchObject({ append: 2, sync: 2 });
    await log.close();
    expect(loggedLines(folder)).toHaveLength(501);
  });

  it('the entry of each new folder and file is on disk before a line is stored', async () => {
    const folder = temporaryFolder();
    const synced: string[] = [];
    const disk = {
      ...DISK,
      syncFolder: (path: string) => {
        synced.push(path);
        return DISK.syncFolder(path);
      },
    };
    const logs = join(folder, 'deep', 'logs');
    const log = await openCaptureLog({
      ...{ folder: logs, now: () => ({ seconds: FIRST_HOUR, micros: 0 }), log: silent, disk },
    });
    expect(synced).toEqual(expect.arrayContaining([folder, join(folder, 'deep')]));
    synced.length = 0;
    await log.callbacks.append('one\n');
    expect(synced).toEqual([logs]);
    await log.close();
  });
});

describe('calls under way', () => {
  const CALL = 400_000;

  it('are known after a power cut from when they began until they are logged', async () => {
    const plan = fc.array(fc.tuple(fc.boolean(), fc.nat(5)), { minLength: 1, maxLength: 25 });
    const faults = fc.record({
      cutBefore: fc.integer({ min: 4, max: 60 }),
      // The first three open the file.
      failing: fc.uniqueArray(fc.integer({ min: 4, max: 50 }), { maxLength: 5 }),
      random: numbers,
    });
    await fc.assert(
      fc.asyncProperty(plan, faults, async (moves, { cutBefore, failing, random }) => {
        const folder = temporaryFolder();
        const options = { cutBefore, failing: new Set(failing), random: randomOf(random) };
        const disk = powerCutDisk(folder, options);
        const pending = await openPendingCalls(folder, disk);
        const begun = new Map<number, string>();
        const ended = new Set<string>();
        for (const [begins, which] of moves) {
          // Long lines, so that the file is written anew several times.
          const line = `${begun.size + ended.size}`.padEnd(CALL, '.');
          if (begins)
            await pending.begin(line).then(
              (number) => begun.set(number, line),
              () => undefined,
            );
          const [number, call] = [...begun][which] ?? [];
          if (begins || number === undefined) continue;
          begun.delete(number);
          ended.add(call!);
          pending.end(number);
        }
        disk.cutPower();
        await pending.close().catch(() => undefined);
        disk.restart();
        const again = await openPendingCalls(folder);
        expect(again.left).toEqual(expect.arrayContaining([...begun.values()]));
        await again.forgetLeft();
        await again.close();
      }),
    );
  });
});
