import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { openStore } from '../../src/database/open-store.ts';
import { runSqlFile, sqlFiles } from '../../src/database/sql-file.ts';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

const FILES = sqlFiles('migrations');

describe('the files of sql/migrations', () => {
  it('are numbered without a gap, so that their order is that of their names', () => {
    const numbers = FILES.map((name) => name.slice(0, 7));
    expect(numbers).toEqual(FILES.map((_name, index) => `${String(index + 1).padStart(6, '0')}_`));
  });
});

onEngines('migrate', (engine) => {
  it('brings an empty database to the newest layout and says which files it applied', async () => {
    const store = await (await engine.database('empty')).open();
    expect(await migrate(store)).toEqual(FILES);
    expect(await applied(store)).toEqual(FILES);
  });

  it('does nothing the second time', async () => {
    const store = await engine.open();
    expect(await migrate(store)).toEqual([]);
    expect(await applied(store)).toEqual(FILES);
  });

  it('adds what a newer program brings to a database of an older one', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.length - 1);
    expect(await migrate(store)).toEqual(FILES.slice(-1));
    expect(await applied(store)).toEqual(FILES);
  });

  it('knows of versions that an older program published that they are CSV of the profile standard', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000005_add_version_format.sql'));
    const versions = await store.session(async (session) => {
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id)
        values ('2026-11-20', '2026-11-20', 'x', '0.1.0', '2026a', 0);
        insert into versions (date, region, version, run_id, facts_sha256)
        select '2026-11-19', 'BR', 1, run_id, 'x' from runs`);
      await migrate(store);
      return session.db.selectFrom('versions').select(['version', 'profile', 'format']).execute();
    });
    expect(versions).toEqual([{ version: 1, profile: 'standard', format: 'csv' }]);
  });

  it('keeps what an older program has judged, read and reported under the new names of the tables', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000024_name_tables_by_what_they_hold.sql'));
    const kept = await store.session(async (session) => {
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id)
        values ('2026-11-20', '2026-11-20', 'x', '0.1.0', '2026a', 0);
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected)
        values ('a.log', 'x', 1, '2026-11-20', 0, 0, 0, 0);
        insert into looks (region, run_id, as_of, last_source_id, lens) values ('BR', 1, '2026-11-20', 1, 'digest');
        insert into strays (order_no, merchant_id, digest, trade_no, received_at)
        values ('A', 'M', '00000000-0000-0000-0000-000000000001', 'T', '2026-11-20');
        insert into told_dates (date, region, run_id) values ('2026-11-19', 'BR', 1);
        insert into source_reaches (source_id, kind, region, newest_at, after_run)
        select source_id, 'callback', 'BR', '2026-11-20', 0 from sources;
        insert into reach_declarations (source_id, complete_until, declared_at, after_run)
        select source_id, '2026-11-20', '2026-11-20', 0 from sources;
        insert into run_reaches (run_id, region, quiet_seconds) select run_id, 'BR', 0 from runs`);
      await migrate(store);
      const { rows } = await sql<{ what: string }>`
        select judging_digest as what from judgings
        union all select trade_no from unmatched_callbacks
        union all select date::text from reported_dates
        union all select kind from source_coverage
        union all select declaration_id::text from coverage_declarations
        union all select region from run_coverage`.execute(session.db);
      return rows.map(({ what }) => what);
    });
    expect(kept).toEqual(['digest', 'T', '2026-11-19', 'callback', '1', 'BR']);
  });

  it('tells from the results of an older program when its orders closed, and what that comes to', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000010_add_flows_and_delays.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id, zones)
        select as_of::timestamptz, as_of::timestamptz, 'x', '0.1.0', '2026a', 0, '{"BR": "America/Sao_Paulo"}'
        from unnest(array['2026-11-20T01:00:00Z', '2026-11-27T12:00:00Z']) with ordinality r (as_of, position)
        order by position;
        insert into order_results (order_no, merchant_id, from_run, until_run, business_date, region,
          requested_currency, requested_minor, outcome, findings, payments, deadline_at)
        values ('A', 'M', 1, 2, '2026-11-19', 'BR', 'BRL', 100, 'PENDING', '', 0, '2026-11-20T02:15:00Z'),
               ('A', 'M', 2, null, '2026-11-19', 'BR', 'BRL', 100, 'MATCHED', '', 1, '2026-11-20T02:15:00Z'),
               ('B', 'M', 2, null, '2026-11-19', 'BR', 'BRL', null, 'EXPIRED', '', 0, '2026-11-20T02:15:00Z'),
               ('C', 'M', 1, null, '2026-11-19', 'BR', 'BRL', 7, 'FAILED', '', 0, '2026-11-20T02:15:00Z'),
               ('D', 'M', 1, null, '2026-11-19', 'BR', null, 9, 'REJECTED', '', 0, '2026-11-20T02:15:00Z'),
               ('E', 'M', 1, null, '2026-11-19', 'BR', null, null, 'ORPHAN', '', 1, null);
        insert into payment_results (order_no, merchant_id, payment, from_run, paid_date, business_date, region,
          received_at, outcome)
        values ('A', 'M', 'x', 2, '2026-11-21', '2026-11-19', 'BR', '2026-11-21T12:00:00Z', 'MATCHED')`);
      await migrate(store);
      const closed = await sql<{ held: string }>`
        select concat_ws(' ', order_no, outcome, closed_on) as held from order_results order by order_no, from_run`.execute(
        session.db,
      );
      expect(closed.rows.map(({ held }) => held)).toEqual([
        'A PENDING',
        'A MATCHED 2026-11-21',
        'B EXPIRED 2026-11-26',
        'C FAILED 2026-11-19',
        'D REJECTED 2026-11-19',
        'E ORPHAN',
      ]);
      const flows = await sql<{ flow: string }>`
        select concat_ws(' ', run_id, date, currency, flow, orders, requested_minor, unreadable) as flow
        from flow_changes
        order by run_id, date, currency nulls first, flow`.execute(session.db);
      expect(flows.rows.map(({ flow }) => flow)).toEqual([
        '1 2026-11-19 rejected 1 9 0',
        '1 2026-11-19 requested 1 9 0',
        '1 2026-11-19 BRL failed 1 7 0',
        '1 2026-11-19 BRL requested 2 107 0',
        '2 2026-11-19 BRL requested 1 0 1',
        '2 2026-11-21 BRL paid 1 100 0',
        '2 2026-11-26 BRL expired 1 0 1',
      ]);
      expect((await runSqlFile(session, 'proofs/100_flows.sql')).rows).toEqual([]);
    });
  });

  it('sums the payments of an older program by the runs that changed them', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000034_sum_payments.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id)
        select '2026-11-20', '2026-11-20', 'x', '0.1.0', '2026a', 0 from generate_series(1, 2);
        insert into order_rows (order_no, merchant_id, from_run, until_run, business_date, region, payment_method,
          paid_currency, paid_minor, outcome, findings, payments, received_at, paid_date)
        values ('A', 'M', 1, 2, '2026-11-19', 'BR', 'PIX', 'BRL', 100, 'MATCHED', '', 1, '2026-11-20', '2026-11-19'),
               ('A', 'M', 2, null, '2026-11-19', 'BR', 'PIX', 'BRL', 100, 'REVERSED', '', 1, '2026-11-20', '2026-11-19'),
               ('B', 'M', 1, null, '2026-11-19', 'BR', 'PIX', 'BRL', null, 'MISMATCH', '', 1, '2026-11-20', '2026-11-19'),
               ('D', 'M', 3, null, '2026-11-19', 'BR', 'PIX', 'BRL', 9, 'MATCHED', '', 1, '2026-11-20', '2026-11-19');
        insert into separate_payments (order_no, merchant_id, payment, from_run, paid_date, business_date, region,
          payment_method, currency, paid_minor, received_at, outcome)
        values ('C', 'M', 'x', 2, '2026-11-20', '2026-11-19', 'BR', null, null, 7, '2026-11-20', 'MISMATCH')`);
      await migrate(store);
      const sums = await sql<{ sum: string }>`
        select concat_ws(' ', run_id, date, payment_method, currency, payments, paid_minor, refunded_minor, unreadable) as sum
        from payment_changes
        order by run_id, date`.execute(session.db);
      expect(sums.rows.map(({ sum }) => sum)).toEqual([
        '1 2026-11-19 PIX BRL 2 100 0 1',
        '2 2026-11-19 PIX BRL 0 0 100 0',
        '2 2026-11-20 1 7 0 0',
      ]);
      expect((await runSqlFile(session, 'proofs/115_payment_sums.sql')).rows).toEqual([]);
    });
  });

  it('moves what statements say of orders into the rows of these, and divides those in which it changed', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000038_state_orders_in_their_rows.sql'));
    await store.session(async (session) => {
      await session.script(`
        insert into runs (as_of, started_at, settings_digest, program_version, zone_version, last_source_id)
        select '2026-11-20', '2026-11-20', 'x', '0.1.0', '2026a', 0 from generate_series(1, 6);
        insert into order_rows (order_no, merchant_id, from_run, until_run, business_date, region, paid_currency,
          paid_minor, outcome, findings, payments, received_at, paid_date)
        values ('A', 'M', 1, 3, '2026-11-19', 'BR', null, null, 'STUCK', '', 0, null, null),
               ('A', 'M', 3, null, '2026-11-19', 'BR', 'BRL', 100, 'MATCHED', '', 1, '2026-11-20', '2026-11-19'),
               ('A', 'N', 1, null, '2026-11-19', 'BR', 'BRL', 7, 'MATCHED', '', 1, '2026-11-20', '2026-11-19'),
               ('B', 'M', 2, 5, '2026-11-19', 'BR', 'BRL', 50, 'MATCHED', '', 1, '2026-11-20', '2026-11-19'),
               ('B', 'M', 5, null, '2026-11-19', 'BR', 'BRL', 51, 'MISMATCH', '', 1, '2026-11-20', '2026-11-19'),
               ('C', 'M', 4, null, '2026-11-19', 'BR', 'BRL', 9, 'MATCHED', '', 1, '2026-11-20', '2026-11-19');
        insert into stated_orders (order_no, merchant_id, from_run, until_run, business_date, region, stated_currency,
          stated_minor, fee_minor, payout_id)
        values ('A', 'M', 2, 4, '2026-11-19', 'BR', 'BRL', 100, 1, 'P'),
               ('A', 'M', 5, null, '2026-11-19', 'BR', 'BRL', 99, 1, 'P'),
               ('B', 'M', 2, 3, '2026-11-19', 'BR', 'BRL', 49, 1, null),
               ('B', 'M', 3, null, '2026-11-19', 'BR', 'BRL', 50, 1, null),
               ('C', 'M', 4, null, '2026-11-19', 'BR', 'BRL', 9, 0, 'Q')`);
      await migrate(store);
      const rows = await sql<{ row: string }>`
        select concat_ws(' ', order_no, merchant_id, from_run, '-', until_run, outcome, paid_minor, '|', stated_currency,
                         stated_minor, fee_minor, payout_id) as row
        from order_results
        order by order_no, merchant_id, from_run`.execute(session.db);
      expect(rows.rows.map(({ row }) => row)).toEqual([
        'A M 1 - 2 STUCK |',
        'A M 2 - 3 STUCK | BRL 100 1 P',
        'A M 3 - 4 MATCHED 100 | BRL 100 1 P',
        'A M 4 - 5 MATCHED 100 |',
        'A M 5 - MATCHED 100 | BRL 99 1 P',
        'A N 1 - MATCHED 7 |',
        'B M 2 - 3 MATCHED 50 | BRL 49 1',
        'B M 3 - 5 MATCHED 50 | BRL 50 1',
        'B M 5 - MISMATCH 51 | BRL 50 1',
        'C M 4 - MATCHED 9 | BRL 9 0 Q',
      ]);
      expect((await runSqlFile(session, 'proofs/050_stretches_follow.sql')).rows).toEqual([]);
    });
  });

  it('sends heartbeats that an older program still had to send, once, under their new name', async () => {
    const store = await engine.open();
    await becomeOlder(store, FILES.indexOf('000023_name_heartbeats.sql'));
    const messages = await store.session(async (session) => {
      await session.script(`
        insert into outbox (channel, key, topic, severity, facts, written_at, due_at)
        values ('good-night', 'good-night/2026-11-19', 'good-night', 'low',
                '{"topic":"good-night","date":"2026-11-19","region":"all"}', '2026-11-20', '2026-11-20'),
               ('ops', 'good-night', 'jobs', 'high', '{"topic":"jobs"}', '2026-11-20', '2026-11-20')`);
      await migrate(store);
      return session.db
        .selectFrom('outbox')
        .select(['channel', 'key', 'topic', 'facts'])
        .orderBy('channel')
        .execute();
    });
    expect(messages).toEqual([
      {
        ...{ channel: 'heartbeat', key: 'heartbeat/2026-11-19', topic: 'heartbeat' },
        facts: '{"topic":"heartbeat","date":"2026-11-19","region":"all"}',
      },
      { channel: 'ops', key: 'good-night', topic: 'jobs', facts: '{"topic":"jobs"}' },
    ]);
  });

  it('refuses a database whose file of that name had other content', async () => {
    const store = await engine.open();
    await store.session(({ db }) =>
      sql`update migrations set sha256 = 'other' where name = ${FILES[0]}`.execute(db),
    );
    await expect(migrate(store)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      detail: {
        where: expect.stringContaining(FILES[0]!),
        found: 'a file of that name with other content',
      },
    });
  });

  it('refuses a database that a newer program has laid out, and leaves it as it is', async () => {
    const store = await engine.open();
    await store.session(({ db }) =>
      sql`insert into migrations (name, sha256) values ('999999_later.sql', 'x')`.execute(db),
    );
    await expect(migrate(store)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      detail: { found: 'a migration this program lacks' },
    });
    expect(await applied(store)).toEqual([...FILES, '999999_later.sql']);
  });

  it('is part of opening the store that the settings name', async () => {
    const database = await engine.database('empty');
    const store = await openStore(parseSettings(database.settings), '.');
    expect(store.engine).toBe(engine.name);
    expect(await applied(store)).toEqual(FILES);
    await store.close();
  });
});

onPostgresql('migrate, when two programs start at once', (engine) => {
  it('applies each file once, and the one that waited finds nothing to do', async () => {
    const database = await engine.database('empty');
    const stores = [await database.open(), await database.open()];
    const results = await Promise.all(stores.map((store) => migrate(store)));
    expect(results.sort((a, b) => a.length - b.length)).toEqual([[], FILES]);
    expect(await applied(stores[0]!)).toEqual(FILES);
  });
});

async function applied(store: Store): Promise<string[]> {
  const result = await store.session(({ db }) =>
    sql<{ name: string }>`select name from migrations order by name`.execute(db),
  );
  return result.rows.map(({ name }) => name);
}
