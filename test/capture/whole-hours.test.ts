/** Of which hours capture leaves a file without a line, whatever happens. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loggedLines } from '../append-log/logged-lines.ts';
import { powerCutDisk } from '../append-log/power-cut-disk.ts';
import { clock, woundCapture } from './wound-capture.ts';

const HOUR = 3600;

describe('whatever happens', () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('wind' as const),
          minutes: fc.integer({ min: 1, max: 110 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('line' as const), minutes: fc.constant(0) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constantFrom('jump', 'restart'),
          minutes: fc.integer({ min: 2, max: 110 }),
        }),
      },
    ),
    { minLength: 1, maxLength: 12 },
  );
  const hoursOfDay = Array.from({ length: 24 }, (_, hour) => clock(hour));
  const failing = fc.uniqueArray(fc.integer({ min: 5, max: 60 }), { maxLength: 6 });

  it('a file without a line is of an hour that was watched whole and in which nothing came', async () => {
    let empty = 0;
    await fc.assert(
      fc.asyncProperty(steps, failing, async (plan, fails) => {
        const { folder, begin, files } = woundCapture();
        const disk = powerCutDisk(folder, { failing: new Set(fails) });
        let time = clock(0, 30);
        let from = time;
        const watched: { from: number; to: number }[] = [];
        const came: number[] = [];
        const stored: number[] = [];
        let running = await begin(time);
        await running.end();
        running = await begin(time, { disk });
        for (const { kind, minutes } of plan) {
          const next = time + minutes * 60;
          if (kind === 'line') {
            came.push(time);
            await running.log.callbacks.append(`${time}\n`).then(
              () => stored.push(time),
              () => undefined,
            );
          } else if (kind === 'wind') await running.wind(next);
          else {
            watched.push({ from, to: time });
            from = next;
            if (kind === 'jump') await running.jump(next);
            else {
              await running.end().catch(() => undefined);
              running = await begin(next);
            }
          }
          time = next;
        }
        watched.push({ from, to: time });
        await running.end().catch(() => undefined);
        const isWhole = (hour: number) =>
          watched.some((one) => one.from < hour && hour + HOUR <= one.to) &&
          !came.some((at) => at >= hour && at < hour + HOUR);
        const found = files()
          .filter(([name, lines]) => name.endsWith('.gz') && lines === 0)
          .map(([name]) => clock(Number(/-(\d\d)/.exec(name)![1])));
        expect(found.filter((hour) => !isWhole(hour))).toEqual([]);
        empty += found.length;
        if (fails.length === 0) expect(found).toEqual(hoursOfDay.filter(isWhole));
        await (await begin(time)).end();
        const lines = loggedLines(folder).map(Number);
        expect(lines).toEqual(expect.arrayContaining(stored));
        expect(came).toEqual(expect.arrayContaining(lines));
      }),
    );
    expect(empty).toBeGreaterThan(20);
  });
});
