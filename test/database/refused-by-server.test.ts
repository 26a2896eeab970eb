/** What a server refuses to a user, or ends for him: each in our own words, whatever language the server speaks. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { onPostgresql } from '../support/engines.ts';
import { faultOf } from '../support/fault-of.ts';
import { makeRole } from '../support/role.ts';
import { until } from '../support/until.ts';

onPostgresql('a statement that a user may not make', (engine) => {
  async function opened(revoked?: string) {
    const url = (await engine.database()).settings['databaseUrl']!;
    const role = await makeRole(url);
    if (revoked !== undefined) await role.administer(revoked.replace('…', new URL(url).pathname.slice(1)));
    const store = await openPostgres(role.url);
    onTestFinished(() => store.close());
    return store;
  }

  it.each([
    ['create table own (a integer)', 'lacks a right', 'grant usage, create on schema'],
    ['select * from runs', 'lacks a right', 'grant select, insert, update, delete, truncate on all tables'],
    ['create temporary table own (a integer)', 'may not make temporary', 'grant temporary on database'],
    ['alter table runs add column a integer', 'lacks a right', 'Let this user own'],
  ])('names the grant: %s', async (statement, found, remedy) => {
    const store = await opened('revoke temporary on database … from public');
    const { code, detail } = await faultOf(store.session(({ script }) => script(statement)));
    expect(code).toBe('DATABASE_NOT_WRITABLE');
    expect(detail.found?.[0]).toContain(found);
    expect(detail.found).toHaveLength(2);
    expect(detail.remedy).toContain(remedy);
  });

  it('names the limit that ended an idle connection', async () => {
    const store = await opened();
    const watcher = await engine.open();
    const fault = await faultOf(
      store.session(async ({ db, script }) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        await script('set idle_session_timeout = 1');
        const left = sql`select pid from pg_stat_activity where pid = ${rows[0]!.pid}::integer`;
        await until(async () => (await watcher.session((other) => left.execute(other.db))).rows.length === 0);
        await script('select 1');
      }),
    );
    expect(fault).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      detail: {
        found: expect.stringContaining('idle_session_timeout'),
        remedy: expect.stringContaining('alter role … set idle_session_timeout = 0'),
      },
    });
  });
});
