/** Events of people beside runs: none is lost, and the trail stays one chain. */
import { expect, it } from 'vitest';
import { appendDecisions } from '../../src/audit/audit-trail.ts';
import { appendWaiting, noteEvents } from '../../src/audit/events.ts';
import { type Store, transaction } from '../../src/database/store.ts';
import { add, after, START, signIn, trailOf } from '../access/people.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';

const decide = (store: Store, reason: string) =>
  store.exclusively(() =>
    store.session((session) =>
      transaction(session, () => appendDecisions(session, [{ at: START, who: 'run', action: reason }])),
    ),
  );

onEngines('events', (engine) => {
  it('are entries of the trail, with what they say', async () => {
    const store = await engine.emptied();
    await noteEvents(store, [], START);
    await noteEvents(
      store,
      [
        { who: 'ana', action: 'download', after: { file: 'orders.csv', date: '2026-11-19' } },
        { who: 'bia', action: 'sign-in', reason: 'x' },
      ],
      { ...START, micros: 120_000 },
    );
    expect(await decide(store, 'resolve')).toEqual([3]);
    expect(await trailOf(store)).toEqual(['ana download', 'bia sign-in', 'run resolve']);
    const row = await store.session(({ db }) =>
      db.selectFrom('audit_entries').selectAll().where('entry', '=', '1').executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({
      at: '2026-11-20 12:00:00.12+00',
      after: '{"file":"orders.csv","date":"2026-11-19"}',
    });
  });
});

onPostgresql('events beside a run', (engine) => {
  it('do not wait while a run adds to the trail, and are added after its decisions', async () => {
    const database = await engine.database();
    const [run, page] = [await database.open(), await database.open()];
    await add(page, 'ana');
    await run.exclusively(() =>
      run.session((session) =>
        transaction(session, async () => {
          await appendDecisions(session, [{ at: START, who: 'run', action: 'reopen' }]);
          const signedIn = await signIn(page, 'ana', 0);
          expect(signedIn.refused).toBeUndefined();
          expect(await appendWaiting(page)).toBe(0);
        }),
      ),
    );
    expect(await trailOf(page)).toEqual(['root user-add', 'run reopen']);
    await decide(run, 'resolve');
    expect(await trailOf(page)).toEqual(['root user-add', 'run reopen', 'run resolve', 'ana sign-in']);
  });

  it('stay in the queue if the run that took them is undone', async () => {
    const database = await engine.database();
    const [run, page] = [await database.open(), await database.open()];
    const failed = run.session((session) =>
      transaction(session, async () => {
        await appendDecisions(session, [{ at: START, who: 'run', action: 'reopen' }]);
        await noteEvents(page, [{ who: 'ana', action: 'download' }], START);
        await appendDecisions(session, [{ at: START, who: 'run', action: 'reopen' }]);
        throw new Error('halted');
      }),
    );
    await expect(failed).rejects.toThrow('halted');
    expect(await trailOf(page)).toEqual([]);
    expect(await appendWaiting(page)).toBe(1);
    expect(await trailOf(page)).toEqual(['ana download']);
  });

  it('of two programs and a run at once are one chain, in which nothing is missing', async () => {
    const database = await engine.database();
    const stores = [await database.open(), await database.open()];
    const noted = stores.flatMap((store, program) =>
      Array.from({ length: 20 }, (_, index) =>
        noteEvents(store, [{ who: `p${program}, ${index}`, action: 'download' }], after(index)),
      ),
    );
    const third = await database.open();
    for (let round = 0; round < 10; round += 1) await decide(third, `decision${round}`);
    await Promise.all(noted);
    await appendWaiting(stores[0]!);
    const trail = await trailOf(third);
    expect(new Set(trail).size).toBe(50);
    expect(trail).toHaveLength(50);
  });
});
