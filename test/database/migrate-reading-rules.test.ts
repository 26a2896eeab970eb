/** Migration 000056 on sources that an older program has read. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { READING_RULES } from '../../src/normalise/reading-settings.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

onEngines('migrate', (engine) => {
  it('leaves only sources to read again that this program reads otherwise', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000056_note_bank_texts_to_mask.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected, reading_rules)
        select name, 'x', 1, '2026-11-20', 0, 0, 0, 0, rules
        from (values (1, 'logs', 4), (2, 'bank', 4), (3, 'older', 3)) s (number, name, rules)
        order by number;
        insert into bank_rows (logged_at, digest, region, issuer, row_key, booked_on, source_id, line)
        select '2026-11-20', md5('2')::uuid, 'BR', 'a', '1', '2026-11-20', source_id, 1 from sources where name = 'bank'`);
      await migrate(store);
      const { rows } = await sql<{ read: string }>`
        select name || ' ' || reading_rules as read from sources order by source_id`.execute(session.db);
      expect(rows.map(({ read }) => read)).toEqual([`logs ${READING_RULES}`, 'bank 4', 'older 3']);
    });
  });
});
