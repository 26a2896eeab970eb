/** Migration 000053 on sources and rows of banks that an older program has kept. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

onEngines('migrate', (engine) => {
  it('places files that were read again where they were read first, and keeps rows of banks that were released', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000053_keep_order_of_reading.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected, withdrawn_by)
        select name, sha256, bytes, '2026-11-20T10:00:00Z', 1, 1, 0, 0, withdrawn_by
        from (values
          (1, 'gone', 'a', 1, 7), (2, 'portal', 'a', 1, null), (3, 'longer', 'a', 2, null), (4, 'again', 'a', 1, null),
          (5, 'query:q', 'b', 1, null), (6, 'query:q', 'b', 1, null)
        ) s (place, name, sha256, bytes, withdrawn_by)
        order by place;
        insert into bank_rows (logged_at, digest, region, issuer, row_key, row_id, booked_on, source_id, line)
        select '2026-11-20', md5(line::text)::uuid, 'BR', 'bank', key, id, '2026-11-20', 2, line
        from (values (1, md5('1'), 'D1'), (2, 'D1 2026-11-20', 'D1'), (3, md5('3'), null), (4, md5('4'), 'D1')) r (line, key, id);
        insert into record_copies (order_no, merchant_id, kind, logged_at, digest, source_id, line, violations)
        select '', '', 'bank', '2026-11-20', md5('4')::uuid, source, 4, '[]' from unnest(array[4, 2]) source`);
      await migrate(store);
      const { rows: sources } = await sql<{ place: string }>`
        select concat_ws(' at ', name, (select o.name from sources o where o.source_id = s.place)) as place
        from sources s
        order by source_id`.execute(session.db);
      expect(sources.map(({ place }) => place)).toEqual([
        ...['gone', 'portal', 'longer', 'again at portal', 'query:q', 'query:q'],
      ]);
      const { rows: banks } = await sql<{ released_by: string | null }>`
        select released_by::text from bank_rows order by line`.execute(session.db);
      expect(banks.map((row) => row.released_by)).toEqual(['{2}', null, null, '{2,4}']);
    });
  });
});
