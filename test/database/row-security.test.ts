import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { checksOfServer } from '../operations/doctor/checks-of-server.ts';
import { onPostgresql } from '../support/engines.ts';
import { faultOf } from '../support/fault-of.ts';
import { makeRole } from '../support/role.ts';

onPostgresql('a table with row-level security', (engine) => {
  /** The address of a database for the owner of its tables, of which a policy hides all rows of two. */
  async function hidden() {
    const role = await makeRole((await engine.database()).settings['databaseUrl']!);
    await role.administer(`grant create, usage on schema public to ${role.name}`);
    await role.administer(`do $$ declare t text; begin
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I owner to ${role.name}', t);
      end loop; end $$`);
    for (const table of ['pay_ins', 'runs']) {
      await role.administer(`alter table ${table} enable row level security`);
      await role.administer(`alter table ${table} force row level security`);
      await role.administer(`create policy none on ${table} using (false)`);
    }
    return role;
  }

  it('is an error that names the table and what to do, until rows are no longer hidden', async () => {
    const { url, administer } = await hidden();
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    const read = () => store.session(({ db }) => sql`select order_no from pay_ins`.execute(db));
    const { code, detail } = await faultOf(read());
    expect(code).toBe('DATABASE_NOT_WRITABLE');
    expect(detail.found).toEqual([
      'a policy of row-level security hides rows from this user',
      expect.stringContaining('pay_ins'),
    ]);
    expect(detail.remedy).toContain('alter table pay_ins no force row level security');
    await administer('alter table pay_ins no force row level security');
    expect((await read()).rows).toEqual([]);
  });

  it('is found by doctor', async () => {
    const { url, name, administer } = await hidden();
    const rights = async () => {
      const checks = await checksOfServer(url);
      return checks.find(({ subject }) => subject === 'rights');
    };
    expect(await rights()).toMatchObject({
      grade: 'bad',
      found: `policies of row-level security hide rows of pay_ins, runs from ${name}`,
      remedy: expect.stringContaining('no force row level security'),
      exitCode: 4,
    });
    await administer(`alter role ${name} bypassrls`);
    expect(await rights()).toMatchObject({ grade: 'ok' });
  });
});
