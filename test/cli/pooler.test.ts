/** A pooler before the database: what shares sessions between clients is refused before it does harm. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { administer } from '../support/administer.ts';
import { onPgbouncer, type Pooling, startPgbouncer } from '../support/pgbouncer.ts';
import { filesOf } from '../support/state.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

const WORK = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'];

/** What is left on the server: locks of sessions, settings that other clients get, temporary tables. */
function leftBehind(url: string) {
  return administer<{ what: string }>(
    url,
    `select 'lock of ' || pid as what from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())
     union all
     select 'temporary ' || relname from pg_class where relpersistence = 't' and relkind = 'r'`,
  );
}

onPgbouncer('commands', (engine) => {
  it.each<[string, Pooling]>([
    ['one session', { pool_mode: 'transaction', default_pool_size: 1 }],
    ['a few sessions', { pool_mode: 'transaction', default_pool_size: 3, server_round_robin: 1 }],
    ['many sessions', { pool_mode: 'transaction', default_pool_size: 20 }],
    ['sessions that are emptied', { pool_mode: 'transaction', server_reset_query_always: 1 }],
    ['single statements', { pool_mode: 'statement' }],
  ])('two runs at once are refused where clients share %s, and leave nothing', async (_name, pooling) => {
    const database = await engine.database();
    const direct = database.environment['DATABASE_URL']!;
    const { url } = await startPgbouncer(direct, pooling);
    const environment = { DATABASE_URL: url };
    const before = await administer(url, 'show work_mem').catch(() => undefined);
    for (const _round of [1, 2]) {
      const runs = await Promise.all([1, 2].map(() => run(WORK, { cwd: workingFolder(), environment })));
      for (const { code, stderr } of runs) {
        expect(stderr).toContain('error DATABASE_UNSUITABLE: ');
        expect(stderr).toContain('session pooling');
        expect(code).toBe(3);
      }
    }
    expect(await leftBehind(direct)).toEqual([]);
    expect(await administer(direct, 'select from runs')).toEqual([]);
    const settings = "select current_setting('payin_recon.connection', true) as mark";
    if (before !== undefined) {
      expect(await administer(url, 'show work_mem')).toEqual(before);
      const [{ mark } = { mark: '' }] = await administer<{ mark: string | null }>(url, settings);
      expect(mark ?? '').toBe('');
    }
    // The same database can be used as soon as its own port is named.
    const cwd = workingFolder();
    const done = await run(WORK, { cwd, environment: database.environment });
    expect(done.stderr).not.toContain('error');
    expect(done.code).toBe(0);
    const examined = await run(['doctor'], { cwd, environment });
    expect(examined.stdout).toMatch(/^bad +database .*shares sessions between clients/m);
  });

  it('session pooling gives the reports that the server gives', async () => {
    const [direct, pooled] = await Promise.all([engine.database(), engine.database()]);
    const { url } = await startPgbouncer(pooled.environment['DATABASE_URL']!, { pool_mode: 'session' });
    const cwd = workingFolder();
    const reports = join(cwd, 'payin-recon-reports');
    const published: unknown[] = [];
    for (const address of [direct.environment['DATABASE_URL']!, url]) {
      // Twice: the second run gets sessions that the first one had.
      for (const _run of [1, 2]) {
        const done = await run(WORK, { cwd, environment: { DATABASE_URL: address } });
        expect(done.stderr).not.toContain('error');
        expect(done.code).toBe(0);
      }
      // The other two have the time at which the logs were read.
      const files = Object.entries(filesOf(reports));
      published.push(files.filter(([name]) => !/(manifest\.json|rejected-records\.csv)$/.test(name)));
      rmSync(reports, { recursive: true });
    }
    expect(published[1]).toEqual(published[0]);
    const examined = await run(['doctor'], { cwd, environment: { DATABASE_URL: url } });
    expect(examined.stdout).toMatch(/^ok +connections +4 at once/m);
    expect(examined.stdout).not.toMatch(/^bad +(database|connections|lock)/m);
  });
});
