import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { groupCommit } from '../../src/append-log/group-commit.ts';

/** A store whose groups the test lets succeed or fail, one after the other. */
function handStore() {
  const groups: { readonly lines: readonly string[]; end(error?: Error): void }[] = [];
  const store = (lines: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      groups.push({ lines: [...lines], end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  return { groups, store };
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/** Whether a promise has ended, and how. */
function watched(promise: Promise<void>) {
  const state = { now: 'waits' };
  promise.then(
    () => {
      state.now = 'stored';
    },
    (error: Error) => {
      state.now = error.message;
    },
  );
  return state;
}

it('lines of one turn are stored together, and later ones wait for them', async () => {
  const { groups, store } = handStore();
  const commit = groupCommit(store);
  const first = ['a\n', 'b\n'].map((line) => watched(commit.append(line)));
  await turn();
  const later = ['c\n', 'd\n', 'e\n'].map((line) => watched(commit.append(line)));
  await turn();
  expect(groups.map(({ lines }) => lines)).toEqual([['a\n', 'b\n']]);
  groups[0]!.end();
  await turn();
  expect(first.map(({ now }) => now)).toEqual(['stored', 'stored']);
  expect(later.map(({ now }) => now)).toEqual(['waits', 'waits', 'waits']);
  expect(groups.map(({ lines }) => lines)).toEqual([
    ['a\n', 'b\n'],
    ['c\n', 'd\n', 'e\n'],
  ]);
  groups[1]!.end();
  await turn();
  expect(later.map(({ now }) => now)).toEqual(['stored', 'stored', 'stored']);
});

it('a group that fails fails for each of its lines, and the next is tried', async () => {
  const { groups, store } = handStore();
  const commit = groupCommit(store);
  const lost = ['a\n', 'b\n'].map((line) => watched(commit.append(line)));
  await turn();
  const next = watched(commit.append('c\n'));
  groups[0]!.end(new Error('the disk is full'));
  await turn();
  expect(lost.map(({ now }) => now)).toEqual(['the disk is full', 'the disk is full']);
  groups[1]!.end();
  await turn();
  expect(next.now).toBe('stored');
});

it('a store that throws at once fails for its lines only', async () => {
  let isFull = true;
  const commit = groupCommit(() => {
    if (isFull) throw new Error('the disk is full');
    return Promise.resolve();
  });
  await expect(commit.append('a\n')).rejects.toThrow('the disk is full');
  isFull = false;
  await commit.append('b\n');
});

it('counts what is not stored yet, also while it is being stored', async () => {
  const { groups, store } = handStore();
  const commit = groupCommit(store);
  const stored = [commit.append('123\n'), commit.append('1\n')];
  expect(commit.waiting()).toBe(6);
  await turn();
  stored.push(commit.append('12345\n'));
  expect(commit.waiting()).toBe(12);
  groups[0]!.end(new Error('the disk is full'));
  await turn();
  expect(commit.waiting()).toBe(6);
  groups[1]!.end();
  await Promise.allSettled(stored);
  await turn();
  expect(commit.waiting()).toBe(0);
});

it('flush waits for everything, also for what comes while it waits', async () => {
  const { groups, store } = handStore();
  const commit = groupCommit(store);
  await commit.flush();
  const first = watched(commit.append('a\n'));
  const flushed = watched(commit.flush());
  await turn();
  const second = watched(commit.append('b\n'));
  groups[0]!.end(new Error('failed'));
  await turn();
  expect([first.now, flushed.now]).toEqual(['failed', 'waits']);
  groups[1]!.end();
  await turn();
  expect([second.now, flushed.now]).toEqual(['stored', 'stored']);
});

it('with a time to gather takes lines of several turns into one group', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { groups, store } = handStore();
  const commit = groupCommit(store, 30);
  const stored = [commit.append('a\n')];
  await turn();
  stored.push(commit.append('b\n'));
  vi.advanceTimersByTime(30);
  while (groups.length === 0) await turn();
  groups[0]!.end();
  await Promise.all(stored);
  expect(groups.map(({ lines }) => lines)).toEqual([['a\n', 'b\n']]);
});

it('keeps the order, loses nothing and stores nothing twice, whatever fails', async () => {
  const steps = fc.array(fc.record({ lines: fc.nat(5), turns: fc.nat(3), fails: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const kept: string[] = [];
      let groups = 0;
      const commit = groupCommit(async (lines) => {
        const { fails, turns } = plan[groups % plan.length]!;
        groups += 1;
        for (let count = 0; count < turns; count += 1) await turn();
        if (fails) throw new Error('failed');
        kept.push(...lines);
      });
      const acknowledged: string[] = [];
      const all: Promise<unknown>[] = [];
      let number = 0;
      for (const { lines, turns } of plan) {
        for (let count = 0; count < lines; count += 1) {
          const line = `${number++}\n`;
          const stored = commit.append(line).then(() => acknowledged.push(line));
          all.push(stored.catch(() => undefined));
        }
        for (let count = 0; count < turns; count += 1) await turn();
      }
      await commit.flush();
      await Promise.all(all);
      expect(acknowledged).toEqual(kept);
      expect(kept).toEqual([...new Set(kept)].sort((one, other) => Number(one) - Number(other)));
      expect(commit.waiting()).toBe(0);
    }),
  );
});
