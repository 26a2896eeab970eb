/** Migration 000049 on rows of banks that an older program has kept. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

onEngines('migrate', (engine) => {
  it('knows rows of a bank by their date too, where they were known by their row_id', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000049_know_bank_rows_by_date.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into bank_rows (logged_at, digest, region, issuer, row_key, row_id, booked_on, source_id, line)
        select date::timestamptz, md5(key || date)::uuid, 'BR', 'bank', key, id, date::date, 1, 1
        from (values ('D1', 'D1', '2026-11-20'), ('D1', 'D1', '2026-11-23'), ('0a', 'D1', '2026-11-20'), ('0b', null, '2026-11-20'))
          r (key, id, date)`);
      await migrate(store);
      const { rows } = await sql<{ row_key: string }>`
        select row_key from bank_rows order by row_key`.execute(session.db);
      expect(rows.map(({ row_key }) => row_key)).toEqual(['0a', '0b', 'D1 2026-11-20', 'D1 2026-11-23']);
    });
  });
});
