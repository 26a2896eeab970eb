/** Queries that a database refuses, and what is said of them; and how long a reading holds its transaction open there. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { claimFile } from '../../../src/database/locks.ts';
import { transaction } from '../../../src/database/store.ts';
import { describeFault } from '../../../src/errors.ts';
import { administer, databaseUrl, dropDatabase } from '../../support/administer.ts';
import { onEngines, onPostgresql } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../../support/merchant-database.ts';
import { until } from '../../support/until.ts';
import { addCallbacks, CALLBACKS, querySettings, readAll, readOnce } from './shop.ts';

let shop: MerchantDatabase;

describe.skipIf(inject('templates').postgresql === undefined)('a query', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])}`);
  });
  afterAll(() => shop.drop());

  onEngines('that is refused', (engine) => {
    it('for a parameter without a value is named', async () => {
      const query = 'select body, updated_at from callbacks where updated_at > $1';
      const [source] = await readAll(await engine.emptied(), querySettings(shop.url, { query }));
      expect(source!.faults).toMatchObject([{ code: 'SOURCE_QUERY' }]);
      expect(describeFault(source!.faults[0]!)).toContain('a parameter such as $1');
    });

    it('for text that is not UTF-8 is named, and how to read it', async () => {
      const { adminUrl, prefix } = inject('templates').postgresql!;
      const name = `${prefix}_ascii_shop`;
      await administer(
        adminUrl,
        `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`,
      );
      const store = await engine.emptied();
      const query = (method: string) => `
        select 1 as id, 'A1' as "orderNo", 'T' as "tradeNo", 'M0001' as "merchantId", 20000 as "money.amount",
          'BRL' as "money.currency", ${method} as "paymentMethod", 'SUCCESS' as status,
          '2026-11-19T10:06:00-03:00' as "transactionTime"
        from (select convert_from('\\x4d6178fc'::bytea, 'SQL_ASCII') as name) as latin`;
      const settings = (method: string) =>
        querySettings(databaseUrl(adminUrl, name), {
          query: query(method),
          watermark: 'id',
          kind: 'callbacks',
        });
      const [source] = await readAll(store, settings('name'));
      const said = describeFault(source!.faults[0]!);
      expect(said).toContain('error SOURCE_QUERY');
      expect(said).toContain('text that is not UTF-8');
      expect(said).not.toContain('run it by hand');
      const [wayOut] = /convert_from\(.*, 'SQL_ASCII'\)/.exec(said)!;
      expect(await readOnce(store, settings(wayOut!))).toBe('1 = 1 + 0 + 0');
      await dropDatabase(adminUrl, name);
    });

    it('for nothing but a comment behind its end is read', async () => {
      const query = 'select body, updated_at from callbacks; -- all of them';
      expect(await readOnce(await engine.emptied(), querySettings(shop.url, { query }))).toBe(
        '1 = 1 + 0 + 0',
      );
    });
  });

  onPostgresql('that another process reads', (engine) => {
    it('is waited for without a transaction at the merchant', async () => {
      const store = await engine.emptied();
      const { waiting } = await store.apart((session) =>
        transaction(session, async () => {
          await claimFile(session, 'query:callbacks', true);
          const another = readOnce(store, querySettings(shop.url));
          await until(() =>
            store.apart(async ({ db }) => {
              const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
                and database = (select oid from pg_database where datname = current_database())`.execute(db);
              return rows.length > 0;
            }),
          );
          expect(
            await shop.run(`select state from pg_stat_activity
              where application_name = 'payin-recon' and datname = current_database()`),
          ).toEqual([]);
          return { waiting: another };
        }),
      );
      expect(await waiting).toBe('1 = 1 + 0 + 0');
    });
  });
});
