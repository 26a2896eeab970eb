import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { now } from '../../src/clock.ts';
import { instantOfMilliseconds } from '../../src/normalise/instant.ts';
import { clockTimeline } from '../../src/sandbox/timeline.ts';
import { localTime, zonedTime } from '../../src/sandbox/zoned-time.ts';

function timeline() {
  const made = clockTimeline(now);
  onTestFinished(() => made.stop());
  return made;
}

describe('the timeline of a clock', () => {
  it('does each thing at its time, and what is past soon', async () => {
    const { now: time, at } = timeline();
    const begin = time();
    const done: [string, boolean][] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    at(begin - 1_000_000, () => void done.push(['past', true]));
    at(begin + 30, () => {
      done.push(['later', time() >= begin + 30]);
      resolve();
    });
    expect(done, 'not before the caller goes on').toEqual([]);
    await promise;
    expect(done).toEqual([
      ['past', true],
      ['later', true],
    ]);
  });

  it('does nothing that was planned before it was stopped or after', async () => {
    const { now: time, at, stop } = timeline();
    const done: string[] = [];
    at(time(), () => void done.push('before'));
    stop();
    at(time(), () => void done.push('after'));
    await sleep(20);
    expect(done).toEqual([]);
  });

  it('waits for what is months away, although a timer of Node would end at once', async () => {
    const { now: time, at } = timeline();
    const done: string[] = [];
    at(time() + 2 ** 31, () => void done.push('in 25 days'));
    at(time() + 2 ** 33, () => void done.push('in 100 days'));
    await sleep(20);
    expect(done).toEqual([]);
  });
});

describe('a time in a zone', () => {
  it('has the offset of the zone at that time, also where it changes', () => {
    const winter = Date.UTC(2026, 10, 19, 13, 5, 0, 999);
    expect(zonedTime(winter, 'America/Sao_Paulo')).toBe('2026-11-19T10:05:00-03:00');
    expect(zonedTime(winter, 'Africa/Cairo')).toBe('2026-11-19T15:05:00+02:00');
    expect(zonedTime(Date.UTC(2026, 6, 1, 12), 'Africa/Cairo')).toBe('2026-07-01T15:00:00+03:00');
    expect(zonedTime(winter, 'UTC')).toBe('2026-11-19T13:05:00+00:00');
    expect(zonedTime(winter, 'America/Sao_Paulo', -2)).toBe('2026-11-19T10:05:00-05:00');
    expect(localTime(winter, 'Africa/Cairo')).toBe('2026-11-19T15:05:00');
    expect(instantOfMilliseconds(winter)).toEqual({ seconds: Math.floor(winter / 1000), micros: 999_000 });
  });
});
