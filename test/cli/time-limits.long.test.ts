/** Limits of time that a server has for its users, and statements that somebody cancels. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onPostgresql, type TestDatabase } from '../support/engines.ts';
import { filesOf, stateOf } from '../support/state.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, LATE_LINE, workingFolder, writeLog } from './past-day.ts';

/** When the late line is known. */
const TWO_DAYS_AFTER = '2024-11-21T12:00:00Z';
const WORK = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'];
const WORK_AGAIN = ['reconcile', '--date', DAY, '--as-of', TWO_DAYS_AFTER, '--in', 'logs'];

onPostgresql('a server with limits for its users', (engine) => {
  it.each([
    // A busy server may end the statement that lifts a shorter one, each time that it is tried.
    'statement_timeout = 20',
    'idle_in_transaction_session_timeout = 1',
    "default_transaction_isolation = 'serializable'",
  ])('does all the work: %s', async (limit) => {
    const database = await engine.database();
    const store = await database.open();
    await execute(store, `alter database ${await nameOf(store)} set ${limit}`);
    const limited = await run(WORK, { cwd: workingFolder(), environment: database.environment });
    expect(limited.stderr).not.toContain('error');
    expect(limited.code).toBe(0);

    const plain = await engine.database();
    await run(WORK, { cwd: workingFolder(), environment: plain.environment });
    expect(await ordersOf(store)).toEqual(await ordersOf(await plain.open()));
  });

  it('is not left because it does nothing for a while', async () => {
    const database = await engine.database();
    const store = await database.open();
    await execute(store, `alter database ${await nameOf(store)} set idle_session_timeout = '10min'`);
    const later = await database.open();
    const { rows } = await later.session(({ db }) => sql`show idle_session_timeout`.execute(db));
    expect(rows).toEqual([{ idle_session_timeout: '0' }]);
  });

  it('lets any number of processes write at once where transactions are serializable by default', async () => {
    const database = await engine.database();
    const store = await database.open();
    await execute(
      store,
      `alter database ${await nameOf(store)} set default_transaction_isolation = 'serializable'`,
    );
    const cwd = workingFolder();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        run(['ingest', 'logs'], { cwd, environment: database.environment, isApart: true }),
      ),
    );
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      outcomes.map(() => ({ code: 0, stderr: expect.not.stringContaining('error') })),
    );
    const judged = await run(WORK, { cwd, environment: database.environment });
    expect(judged.code).toBe(0);
  });
});

onPostgresql('a run that waits for a lock', (engine) => {
  it.each([
    {
      about: 'ends when the limit lock_timeout is over',
      limit: "lock_timeout = '300ms'",
      end: async () => undefined,
      code: 'DATABASE_BUSY',
      exit: 5,
    },
    {
      about: 'ends when its statement is cancelled',
      limit: 'lock_timeout = 0',
      end: cancelWaiting,
      code: 'DATABASE_CANCELLED',
      exit: 3,
    },
  ])('$about, keeps nothing, and can be repeated', async ({ limit, end, code, exit }) => {
    const { cwd, database, store } = await publishedDay(await engine.database());
    await execute(store, `alter database ${await nameOf(store)} set ${limit}`);
    const reports = join(cwd, 'payin-recon-reports');
    const before = { state: await stateOf(store), files: filesOf(reports) };
    writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);

    const failed = await store.apart(async (other) => {
      await other.script('begin; lock table callbacks in share mode');
      const waiting = run(WORK_AGAIN, { cwd, environment: database.environment, isApart: true });
      await end(store);
      const outcome = await waiting;
      await other.script('rollback');
      return outcome;
    });
    expect(failed.stderr).toContain(`error ${code}: `);
    expect(failed.code).toBe(exit);
    expect({ state: await stateOf(store), files: filesOf(reports) }).toEqual(before);

    const again = await run(WORK_AGAIN, { cwd, environment: database.environment });
    expect(again.stderr).not.toContain('error');
    expect(again.code).toBe(0);
    expect(filesOf(reports)).not.toEqual(before.files);
  });
});

/** Cancels the statement of the first session that waits for a lock of a table. */
async function cancelWaiting(store: Store): Promise<void> {
  for (;;) {
    const cancelled = await store.apart(({ db }) =>
      sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`.execute(
        db,
      ),
    );
    if (cancelled.rows.length > 0) return;
    await delay(20);
  }
}

async function publishedDay(database: TestDatabase) {
  const cwd = workingFolder();
  const done = await run(WORK, { cwd, environment: database.environment });
  expect(done.code).toBe(0);
  return { cwd, database, store: await database.open() };
}

async function execute(store: Store, statement: string): Promise<void> {
  await store.session(({ db }) => sql.raw(statement).execute(db));
}

async function nameOf(store: Store): Promise<string> {
  const { rows } = await store.session(({ db }) =>
    sql<{ name: string }>`select current_database() as name`.execute(db),
  );
  return rows[0]!.name;
}

function ordersOf(store: Store) {
  return store.session(({ db }) =>
    db.selectFrom('order_rows').selectAll().orderBy('order_no').orderBy('merchant_id').execute(),
  );
}
