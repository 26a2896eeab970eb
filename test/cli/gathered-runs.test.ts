import { expect, it } from 'vitest';
import { gatheredRuns } from '../../src/cli/gathered-runs.ts';

it('does once what changes together, again after a failure, and at the end what is left', async () => {
  const failures: unknown[] = [];
  const locked = new Error('locked');
  let done = 0;
  let next = Promise.withResolvers<void>();
  const runs = gatheredRuns(
    async () => {
      done += 1;
      next.resolve();
      if (done === 1) throw locked;
    },
    1,
    (error) => failures.push(error),
  );
  runs.changed();
  runs.changed();
  await next.promise;
  await runs.close();
  expect([done, failures]).toEqual([1, [locked]]);
  next = Promise.withResolvers<void>();
  runs.changed();
  await next.promise;
  runs.changed();
  await runs.close();
  expect([done, failures]).toEqual([3, [locked]]);
});

it('loses no change that comes while it works', async () => {
  const works: PromiseWithResolvers<void>[] = [];
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs = gatheredRuns(
    () => {
      const work = Promise.withResolvers<void>();
      begun[works.push(work) - 1]!.resolve();
      return work.promise;
    },
    1,
    () => undefined,
  );
  runs.changed();
  await begun[0]!.promise;
  runs.changed();
  works[0]!.resolve();
  await begun[1]!.promise;
  works[1]!.resolve();
  await runs.close();
  expect(works).toHaveLength(2);
});
