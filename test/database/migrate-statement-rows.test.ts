/** Migration 000047 on rows of statements and sources that an older program has kept. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

onEngines('migrate', (engine) => {
  it('says which rows of statements the sums of their order leave out, run by run, and what was read otherwise', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000047_keep_rows_in_other_currencies.sql'));
    await store.session(async (session) => {
      const digest = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;
      const row = (n: number, order: string, from: number, currency: string) =>
        `('${order}', '2026-11-19', '${digest(n)}', ${from}, '2026-11-19', 'BR', 'order', '${order}', 'M', 'M', '', '${currency}', 'payment', 'paid', 1, ${n})`;
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id)
        select '2026-11-20', '2026-11-20', 'x', '0.1.0', '2026a', 0 from generate_series(1, 6);
        insert into order_rows (order_no, merchant_id, from_run, until_run, business_date, region, outcome, findings, payments,
          stated_currency)
        values ('A', 'M', 1, 2, '2026-11-19', 'BR', 'STUCK', '', 0, 'BRL'),
               ('A', 'M', 2, 3, '2026-11-19', 'BR', 'STUCK', '', 0, 'USD'),
               ('A', 'M', 3, 4, '2026-11-19', 'BR', 'STUCK', 'X', 0, 'USD'),
               ('A', 'M', 4, null, '2026-11-19', 'BR', 'STUCK', 'X', 0, 'BRL'),
               ('B', 'M', 1, null, '2026-11-19', 'BR', 'STUCK', '', 0, 'BRL');
        insert into statement_rows (order_no, logged_at, digest, from_run, row_date, region, matched, matched_order_no,
          matched_merchant_id, merchant_id, findings, currency, type, status, source_id, line)
        values ${[row(1, 'A', 1, 'BRL'), row(2, 'A', 2, 'USD'), row(3, 'B', 1, 'BRL')].join(', ')};
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected, reading_rules)
        select n, n, 1, '2026-11-20', 1, 1, 0, 0, rules
        from (values ('1', 1), ('2', 3), ('3', 3), ('4', 3), ('5', 2), ('6', 3), ('7', 3)) s (n, rules);
        insert into bank_rows (logged_at, digest, region, issuer, row_key, booked_on, source_id, line)
        select '2026-11-19', md5(n::text)::uuid, 'BR', 'bank', n, '2026-11-19', n, 1 from unnest(array[5, 6]) n;
        insert into statements (order_no, logged_at, digest, region, issuer, row_key, merchant_id, type, status, gross_minor,
          fee_minor, net_minor, fee_text, offset_source, time_ambiguous, source_id, line)
        select n, '2026-11-19', md5(n::text)::uuid, 'BR', 'table', n, 'M', type, 'paid', 100, 2, net, fee, 'zone', false, n, 1
        from (values (2, 'payment', '-2', 98), (3, 'refund', '-2', -102), (4, 'refund', '2', -98), (7, 'refund', '2', -102))
          s (n, type, fee, net)`);
      await migrate(store);
      const rows = await sql<{ row: string }>`
        select concat_ws(' ', order_no, line, from_run, '-', until_run, in_other_currency) as row
        from statement_results
        order by order_no, line, from_run`.execute(session.db);
      expect(rows.rows.map(({ row }) => row)).toEqual([
        'A 1 1 - 2 f',
        'A 1 2 - 4 t',
        'A 1 4 - f',
        'A 2 2 - 4 f',
        'A 2 4 - t',
        'B 3 1 - f',
      ]);
      const older = await sql<{ name: string }>`
        select name from sources where reading_rules < 4 order by name`.execute(session.db);
      expect(older.rows.map(({ name }) => name)).toEqual(['1', '3', '4', '5']);
    });
  });
});
