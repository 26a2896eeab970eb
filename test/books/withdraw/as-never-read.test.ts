/** What counts of a row of which a statement was taken back: what counts where the file was never read. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEngines } from '../../support/engines.ts';
import { RUNS } from '../../support/runs.ts';
import { copies, type Event, play, says, withdrawn, withoutWithdrawn } from './row-stories.ts';

const counts = (minor: number) => [`bank ${minor}`, `statement ${minor}`];

onEngines('a row of which a statement is taken back', (engine) => {
  it.each([
    [
      'a correction that was read after a copy',
      12000,
      [says('a', 100), copies('b', 'a'), says('c', 120)],
      'a',
    ],
    [
      'a copy that was read after the correction',
      10000,
      [says('a', 100), says('c', 120), copies('b', 'a')],
      'a',
    ],
    ['a correction, if a file has both', 9000, [says('a', 100), says('b', 90), says('c', 100, 90)], 'a'],
    ['the first, if a file has both', 9000, [says('a', 100), says('b', 90), says('c', 100, 90)], 'b'],
  ] as const)('counts by %s', async (_name, minor, events, gone) => {
    expect(await play(await engine.emptied(), [...events, withdrawn(gone)])).toEqual(counts(minor));
  });

  it('can be corrected again as the withdrawn correction was', async () => {
    const before = [says('a', 100), says('b', 90), says('c', 100), withdrawn('b'), says('d', 90)];
    const store = await engine.emptied();
    expect(await play(store, [...before, says('e', 100), says('f', 100)])).toEqual(counts(10000));
    expect(await play(store, [says('g', 90), says('h', 100), says('i', 90)])).toEqual(counts(9000));
    const { rows } = await store.session(({ db }) =>
      sql<{ accepted: string }>`select accepted::text from sources order by source_id`.execute(db),
    );
    // Each file says the row, the row of the bank, and nothing else; f says what e said.
    expect(rows.map(({ accepted }) => Number(accepted))).toEqual([2, 2, 2, 2, 2, 0, 2, 2, 2]);
  });

  it('counts as if it had never been read, in any story', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (events) => {
        const kept = await play(await engine.emptied(), events);
        expect(kept).toEqual(await play(await engine.emptied(), withoutWithdrawn(events)));
      }),
      { numRuns: RUNS * 4 },
    );
  });
});

/** Up to six files, of which one or two are withdrawn, the first of them before the last file is read. */
const stories: fc.Arbitrary<Event[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.array(fc.constantFrom(100, 90, 80), { minLength: 1, maxLength: 3 }) },
        { weight: 1, arbitrary: fc.nat(4) },
      ),
      { minLength: 3, maxLength: 6 },
    ),
    fc.array(fc.nat(4), { minLength: 1, maxLength: 2 }),
  )
  .map(([files, goes]) => {
    const names = files.map((_file, index) => String.fromCharCode(97 + index));
    const read = files.map(
      (file, index): Event =>
        typeof file !== 'number'
          ? says(names[index]!, ...file)
          : index === 0
            ? says(names[0]!, 100)
            : copies(names[index]!, names[file % index]!),
    );
    const [first, second] = [...new Set(goes.map((at) => names[at % (names.length - 1)]!))];
    const taken = [withdrawn(first!)];
    const last = second === undefined ? [] : [withdrawn(second)];
    return [...read.slice(0, -1), ...taken, ...read.slice(-1), ...last];
  });
