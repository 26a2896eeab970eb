/** What a server refuses by its own limits: reading on a standby, and its table of locks. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { administer } from '../support/administer.ts';
import { faultOf } from '../support/fault-of.ts';
import { onOwnServer } from '../support/own-server.ts';
import { until } from '../support/until.ts';

onOwnServer('a statement that a server cannot complete', (start) => {
  it('is DATABASE_CANCELLED on a standby that had to apply changes', async () => {
    const primary = await start({ max_standby_streaming_delay: 0 });
    onTestFinished(() => primary.stop());
    await administer(primary.url, 'create table t as select 1 as a');
    const standby = await primary.follow();
    onTestFinished(() => standby.stop());
    const store = await openPostgres(standby.url);
    onTestFinished(() => store.close());
    const reading = faultOf(store.session(({ db }) => sql`select a, pg_sleep(120) from t`.execute(db)));
    const asked = "select 1 as one from pg_stat_activity where query like 'select a, pg_sleep%'";
    await until(async () => (await administer(standby.url, asked)).length > 0);
    await administer(primary.url, 'truncate t');
    const { code, detail } = await reading;
    expect(code).toBe('DATABASE_CANCELLED');
    expect(detail.found).toContain('the server is a standby');
    expect(detail.remedy).toContain('hot_standby_feedback');
  });

  it("is DATABASE_FAILED with the server's hint where its table of locks is full", async () => {
    const server = await start({ max_locks_per_transaction: 10, max_connections: 10 });
    onTestFinished(() => server.stop());
    const store = await openPostgres(server.url);
    onTestFinished(() => store.close());
    const { code, detail } = await faultOf(
      store.session(({ script }) =>
        script(`do $$ begin for i in 1..10000 loop
          execute format('create table t%s (a integer)', i); end loop; end $$`),
      ),
    );
    expect(code).toBe('DATABASE_FAILED');
    expect(detail.found).toEqual([
      'out of shared memory',
      expect.stringContaining('max_locks_per_transaction'),
    ]);
    expect(detail.remedy).toContain('Have the named setting of the server raised');
  });
});
