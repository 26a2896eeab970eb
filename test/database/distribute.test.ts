import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { catalogueColumns } from '../../scripts/schema-dump.ts';
import { DISTRIBUTED_TABLES, distribute } from '../../src/database/distribute.ts';
import { migrate } from '../../src/database/migrate.ts';
import { onCitus, onEngines } from '../support/engines.ts';

/** Tables with an order number that stay on one server, and why. */
const ON_THE_COORDINATOR: Readonly<Record<string, string>> = {
  adjustments: 'few: what became known of dates that are closed; read by date',
  audit_entries: 'few, numbered one after the other, and chained by hash',
  case_states: 'few: what people decided; refers to entries of the audit trail',
};

onEngines('the tables with an order number', (engine) => {
  it('are spread over the workers of a cluster, or stay for a reason that is told', async () => {
    const store = await engine.emptied();
    const columns = await store.session(catalogueColumns);
    const keyed = columns.filter(({ column }) => column === 'order_no').map(({ table }) => table);
    expect(keyed, 'add it to DISTRIBUTED_TABLES, or here with the reason').toEqual(
      [...DISTRIBUTED_TABLES, ...Object.keys(ON_THE_COORDINATOR)].toSorted(),
    );
  });

  it('have the order number in every key, so that no worker has to ask another', async () => {
    const store = await engine.emptied();
    const { rows } = await store.session(({ db }) =>
      sql<{ table: string; key: string }>`
        select c.relname as table, pg_get_indexdef(x.indexrelid) as key
        from pg_index x
        join pg_class c on c.oid = x.indrelid
        where c.relname = any (${[...DISTRIBUTED_TABLES]}::text[]) and x.indisunique`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => !/\(order_no, /.test(key))).toEqual([]);
  });

  it('are left as they are where there is no cluster, and where they are spread already', async () => {
    const store = await engine.emptied();
    expect(await store.session(distribute)).toEqual([]);
  });
});

onCitus('the tables with an order number', (engine) => {
  it('lie by it on all workers, those of one order together', async () => {
    const store = await engine.emptied();
    const { rows } = await store.session(({ db }) =>
      sql<{ table: string; key: string; group: number; workers: string }>`
        select table_name::text as table, distribution_column as key, colocation_id as group,
               (select count(distinct (nodename, nodeport)) from citus_shards s where s.table_name = t.table_name)
                 as workers
        from citus_tables t
        where citus_table_type = 'distributed'`.execute(db),
    );
    expect(rows.map(({ table }) => table).toSorted()).toEqual(DISTRIBUTED_TABLES.toSorted());
    const workers = inject('templates').postgresql!.servers.length - 1;
    expect(new Set(rows.map(({ key, workers: lies }) => `${key} on ${lies}`))).toEqual(
      new Set([`order_no on ${workers}`]),
    );
    expect(new Set(rows.map(({ group }) => group)).size).toBe(1);
  });

  it('take their rows along when a database joins a cluster that has been in use', async () => {
    const store = await (await engine.database()).open();
    const rows = await store.session(async (session) => {
      await session.script(`
        select undistribute_table(name) from unnest(array['unmatched_callbacks', 'violations']) as t (name);
        insert into unmatched_callbacks (order_no, merchant_id, digest, trade_no, received_at)
        select 'A' || n, 'M', md5(n::text)::uuid, 'T', '2026-11-19' from generate_series(1, 100) as n`);
      await migrate(store);
      return session.db.selectFrom('unmatched_callbacks').select('order_no').execute();
    });
    expect(new Set(rows.map((row) => row.order_no)).size).toBe(100);
    expect(rows.length).toBe(100);
  });
});
