/** Migration 000056 on sources that an older program has read. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { READING_RULES } from '../../src/normalise/reading-settings.ts';
import { keyed, putRows, type Row } from '../reconcile/put-rows.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

onEngines('migrate', (engine) => {
  it('leaves only sources to read again that this program reads otherwise', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000056_note_sources_read_otherwise.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected, reading_rules)
        select name, 'x', 1, '2026-11-20', 0, 0, 0, 0, rules
        from (values (1, 'logs', 4), (2, 'bank', 4), (3, 'older', 3), (4, 'requests', 4), (5, 'responses', 4), (6, 'callbacks', 4),
          (7, 'statement', 4)) s (number, name, rules)
        order by number`);
      const of = (source: number, row: Row = {}) => [{ ...keyed(`ROW${source}`), source_id: source, ...row }];
      await putRows(session, 'bank_rows', of(2));
      await putRows(session, 'pay_ins', [...of(1, { currency: 'EGP' }), ...of(4, { currency: 'XCG' })]);
      await putRows(session, 'pay_ins', of(5, { response_currency: 'XCG' }));
      await putRows(session, 'callbacks', [...of(1, { currency: 'XYZ' }), ...of(6, { currency: 'XAD' })]);
      await putRows(session, 'statements', [...of(1), ...of(7, { currency: 'XCG' })]);
      await migrate(store);
      const { rows } = await sql<{ read: string }>`
        select name || ' ' || reading_rules as read from sources order by source_id`.execute(session.db);
      expect(rows.map(({ read }) => read)).toEqual([
        ...[
          `logs ${READING_RULES}`,
          'bank 4',
          'older 3',
          'requests 4',
          'responses 4',
          'callbacks 4',
          'statement 4',
        ],
      ]);
    });
  });
});
