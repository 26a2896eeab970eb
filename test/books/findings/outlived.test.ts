/** Findings that a run at an earlier moment was the first to see otherwise, and those of orders that were purged. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readLives } from '../../../src/books/findings/finding-life.ts';
import { instant, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { purgeBefore, threeDates } from '../periods/purged-books.ts';
import { TUESDAY } from '../run/reported-books.ts';
import { caseBooks, decide, expectUnbroken, forged, lifeOf, MOMENTS } from './case-books.ts';

onEngines('a finding', (engine) => {
  it('that people closed is opened again by evidence that a run at an earlier moment judged first', async () => {
    const books = await caseBooks(engine);
    await books.feed('forged.ndjson', [forged('100', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'UNVERIFIED_CALLBACK', 'resolve', 'our own test');
    await books.feed('other.ndjson', [forged('999999', '2026-11-20T11:30:00Z')], MOMENTS.second);
    await publish(books.store, books.out, '2026-11-20T11:40:00Z', {
      ...{ dates: ['2026-11-18'], startedAt: instant('2026-11-20T14:00:00Z') },
    });
    const { state, events } = await lifeOf(books.store, 'UNVERIFIED_CALLBACK');
    expect(state).toBe('open');
    expect(events.at(-1)!.reason).toBe(
      'actual was 1 callback with verified: false and is 2 callbacks with verified: false now',
    );
    await books.publish(MOMENTS.second);
    expect((await lifeOf(books.store, 'UNVERIFIED_CALLBACK')).state).toBe('open');
    await expectUnbroken(books.store);
  });

  it('of an order that was purged with it is shown as such', async () => {
    const books = await threeDates(engine);
    await purgeBefore(books.store, TUESDAY);
    const states = await books.store.session(async (session) => {
      const { rows } = await sql<{ order_no: string; code: string }>`
        select order_no, code from finding_rows
        where until_run is not null and until_run not in (select run_id from runs)`.execute(session.db);
      const lives = [];
      for (const { order_no: order, code } of rows)
        lives.push(...(await readLives(session, { order, code })));
      return lives.map(({ state, events }) => `${state}, ${events.at(-1)!.what}`);
    });
    expect(states.length).toBeGreaterThan(0);
    expect(new Set(states)).toEqual(new Set(['purged, opened']));
  });
});
