import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { within } from '../src/within.ts';

it('waits as long as it is told, also longer than a timer of Node can', async () => {
  const days = (count: number) => count * 86_400_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let result: string | undefined;
  const waiting = within(new Promise<string>(() => undefined), days(60), () => 'late').then((said) => {
    result = said;
  });
  await vi.advanceTimersByTimeAsync(days(60) - 1);
  expect(result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(result).toBe('late');
});

it('does not take a time that no timer can wait for one that is over', async () => {
  const slow = setImmediate('done');
  expect(await within(slow, 31_536_000_000, () => 'late')).toBe('done');
});
