/** Migration 000055 on counts of rows of statements that an older program has kept. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

onEngines('migrate', (engine) => {
  it('counts only payments of statements where other rows were counted with them', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000055_count_payments_of_statements.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id, zones)
        select '2026-11-20', '2026-11-20', 'x', '0.1.0', '2026a', 0, zones
        from unnest(array['{"BR": "UTC"}', '{"BR": "America/Sao_Paulo"}', null]) with ordinality r (zones, position)
        order by position;
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected)
        select 'a.csv', 'x', 1, '2026-11-20', 0, 0, 0, 0 from generate_series(1, 2);
        insert into statements (order_no, merchant_id, logged_at, digest, region, issuer, row_key, type, status, offset_source,
          time_ambiguous, completed_at, settled_on, source_id, line)
        select 'A', 'M', coalesce(time::timestamptz, date::timestamptz), md5(line::text)::uuid, region, 'a', line::text, type, 'paid',
               'none', false, time::timestamptz, date::date, source, line
        from (values
          (1, 1, 'BR', 'payment', '2026-11-16T10:01:00Z', null),
          (2, 1, 'BR', 'payment', '2026-11-16T10:02:00Z', null),
          (3, 1, 'BR', 'fee', '2026-11-16T10:04:00Z', null),
          (4, 1, 'BR', 'refund', '2026-11-16T10:00:00Z', null),
          (5, 1, 'BR', 'payout', '2026-11-16T10:06:00Z', null),
          (6, 1, 'BR', 'payout', null, '2026-11-18'),
          (7, 1, 'BR', 'payment', '2026-11-17T10:01:00Z', '2026-11-18'),
          (8, 1, '', 'other', null, '2026-11-18'),
          (9, 2, 'BR', 'chargeback', '2026-11-16T10:03:00Z', null)
        ) r (line, source, region, type, time, date);
        insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
        values (1, 'BR', 'statement', '2026-11-16T10:00:00Z', 3, '2026-11-16T10:01:00Z', '2026-11-16T10:04:00Z'),
               (1, 'BR', 'callback', '2026-11-16T10:05:00Z', 1, '2026-11-16T10:06:00Z', '2026-11-16T10:06:00Z'),
               (1, 'BR', 'statement', '2026-11-16T10:05:00Z', 1, '2026-11-16T10:06:00Z', '2026-11-16T10:06:00Z'),
               (1, 'BR', 'statement', '2026-11-17T10:00:00Z', 1, '2026-11-17T10:01:00Z', '2026-11-17T10:01:00Z'),
               (1, 'BR', 'statement', '2026-11-18T03:00:00Z', 1, '2026-11-18T03:00:00Z', '2026-11-18T03:00:00Z'),
               (1, '', 'statement', '2026-11-18T00:00:00Z', 1, '2026-11-18T00:00:00Z', '2026-11-18T00:00:00Z'),
               (2, 'BR', 'statement', '2026-11-16T10:00:00Z', 5, '2026-11-16T10:00:00Z', '2026-11-16T10:00:00Z'),
               (2, 'BR', 'statement', '2026-10-16T10:00:00Z', 5, '2026-10-16T10:00:00Z', '2026-10-16T10:00:00Z')`);
      await migrate(store);
      const { rows } = await sql<{ count: string }>`
        select concat_ws(' ', source_id, kind, to_char(slot_at at time zone 'UTC', 'MM-DD HH24:MI'), records,
                         to_char(first_at at time zone 'UTC', 'HH24:MI'), to_char(last_at at time zone 'UTC', 'HH24:MI')) as count
        from record_counts order by source_id, slot_at`.execute(session.db);
      expect(rows.map(({ count }) => count)).toEqual([
        '1 statement 11-16 10:00 2 10:01 10:02',
        '1 callback 11-16 10:05 1 10:06 10:06',
        '1 statement 11-17 10:00 1 10:01 10:01',
        // The row of it was purged.
        '2 statement 10-16 10:00 5 10:00 10:00',
      ]);
    });
  });
});
