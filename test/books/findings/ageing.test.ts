/** Ages of findings and the buckets that they are counted by. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ageBucket, ageDays } from '../../../reports/ageing.ts';
import { onEngines } from '../../support/engines.ts';

const MOMENT = '2026-11-30T12:00:00Z';

onEngines('an age', (engine) => {
  it.each([
    ['2026-11-30T13:00:00Z', '0', '<1'],
    ['2026-11-29T12:00:00.000001Z', '0', '<1'],
    ['2026-11-29T12:00:00Z', '1', '1-3'],
    ['2026-11-27T12:00:00.000001Z', '2', '1-3'],
    ['2026-11-27T12:00:00Z', '3', '3-7'],
    ['2026-11-23T12:00:00Z', '7', '7-30'],
    ['2026-10-31T12:00:01Z', '29', '7-30'],
    ['2026-10-31T12:00:00Z', '30', '>30'],
  ])('from %s on is %s whole days, in the bucket %s', async (firstSeen, days, bucket) => {
    const store = await engine.emptied();
    const { rows } = await store.session(({ db }) =>
      sql`select ${ageDays(MOMENT)} as days, ${ageBucket(MOMENT)} as bucket
          from (select ${firstSeen}::timestamptz as first_seen_at) f`.execute(db),
    );
    expect(rows).toEqual([{ days, bucket }]);
  });
});
