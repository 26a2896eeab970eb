/** A pooler before the database, and a store that is open before the pooler is set to share its sessions. */
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { alone } from '../../src/database/locks.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { readAtOnce } from '../../src/database/store-in-turn.ts';
import { openSourceDatabase } from '../../src/ingest/query/source-database.ts';
import { checksOfServer } from '../operations/doctor/checks-of-server.ts';
import { administer } from '../support/administer.ts';
import { onPgbouncer, type Pooler, type Pooling, startPgbouncer } from '../support/pgbouncer.ts';

const SHARED = { code: 'DATABASE_UNSUITABLE', detail: { found: expect.stringContaining('shares sessions') } };
const TRANSACTIONS = { pool_mode: 'transaction', default_pool_size: 5 } as const;

function locksOf(url: string) {
  return administer(
    url,
    `select classid, objid from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  );
}

onPgbouncer('a store', (engine) => {
  async function pooled(pooling: Pooling) {
    const direct = (await engine.database()).environment['DATABASE_URL']!;
    return { direct, pooler: await startPgbouncer(direct, pooling) };
  }

  async function opened(url: string): Promise<Store> {
    const store = await openPostgres(url);
    onTestFinished(() => store.close());
    return store;
  }

  /** Takes the sessions that are free, each into a transaction of another client, so that the next statement gets another one. */
  async function takeFree({ url }: Pooler, count = 1): Promise<() => Promise<void>> {
    const clients = await Promise.all(
      Array.from({ length: count }, async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query('begin; select 1');
        return client;
      }),
    );
    return async () => {
      for (const client of clients) await client.query('rollback').then(() => client.end());
    };
  }

  /** A store whose pooler shares sessions since it was opened, and whose session another client has. */
  async function overtaken() {
    const { direct, pooler } = await pooled({ pool_mode: 'session' });
    const store = await opened(pooler.url);
    await pooler.set(TRANSACTIONS);
    return { direct, pooler, store };
  }

  const works: ReadonlyArray<[string, (store: Store) => Promise<unknown>]> = [
    ['a transaction', (store) => store.session((session) => transaction(session, async () => undefined))],
    ['reading at one moment', (store) => readAtOnce(store, async () => undefined)],
    ['the lock of the store', (store) => store.exclusively(async () => undefined)],
    [
      'a lock of a delivery',
      (store) => store.apart((session) => alone(session, 'bank', async () => undefined)),
    ],
  ];

  it.each(works)('refuses in a session of others: %s', async (_name, work) => {
    const { direct, pooler, store } = await overtaken();
    await store.session(({ db }) => sql`select 1`.execute(db));
    const giveBack = await takeFree(pooler);
    await expect(work(store)).rejects.toMatchObject(SHARED);
    await giveBack();
    expect(await locksOf(direct)).toEqual([]);
  });

  it('gives its lock back if it loses its session while it works', async () => {
    const { direct, pooler, store } = await overtaken();
    const inSession = (session: Session) => transaction(session, async () => undefined);
    const work = store.exclusively(async () => {
      await store.session(inSession);
      expect(await locksOf(direct)).toHaveLength(1);
      const giveBack = await takeFree(pooler);
      await expect(store.session(inSession)).rejects.toMatchObject(SHARED);
      await giveBack();
      return store.session(inSession);
    });
    await work.catch((error) => expect(error).toMatchObject(SHARED));
    expect(await locksOf(direct)).toEqual([]);
  });

  it('finds the session of another connection of its own', async () => {
    const { pooler, store } = await overtaken();
    await store.apart((session) =>
      transaction(session, async () => {
        // In a session of its own, which nobody had before.
        await store.apart(async () => undefined);
      }),
    );
    await expect(openPostgres(pooler.url)).rejects.toMatchObject(SHARED);
  });

  it('refuses sessions that come back with what others left in them', async () => {
    const { pooler } = await pooled({ pool_mode: 'session', default_pool_size: 1, server_reset_query: '' });
    const first = await openPostgres(pooler.url);
    await first.close();
    await expect(openPostgres(pooler.url)).rejects.toMatchObject({
      ...SHARED,
      detail: { remedy: expect.stringContaining('server_reset_query = DISCARD ALL') },
    });
  });

  it('works with the only session that a pooler has', async () => {
    const { pooler } = await pooled({ pool_mode: 'session', default_pool_size: 1 });
    for (const _time of [1, 2]) {
      const store = await openPostgres(pooler.url);
      await store.exclusively(() => store.session((session) => transaction(session, async () => undefined)));
      await store.close();
    }
  });

  it('reads sources through transaction pooling', async () => {
    const { pooler } = await pooled(TRANSACTIONS);
    const source = {
      ...{ name: 'shop', kind: 'query', databaseUrl: pooler.url, query: 'select 1 as one' },
    } as unknown as Parameters<typeof openSourceDatabase>[0];
    for (const _time of [1, 2]) {
      const database = await openSourceDatabase(source, '.');
      expect((await database.ask('select 1 as one')).rows).toEqual([['1']]);
      await database.close();
    }
  });

  describe('with too few connections', () => {
    // While it opens, a busy machine may let a session wait for longer than the pooler's limit of these tests.
    const PATIENT = { pool_mode: 'session', query_wait_timeout: 120 } as const;

    it.each([
      ['waits no longer than for a login', 120, 9_000, /^no connection became ready within 10 seconds: /],
      [
        "says the pooler's own limit",
        2,
        1_000,
        /^the server, or a pooler before it, has no free connection$/,
      ],
    ])('%s', async (_name, seconds, least, found) => {
      const one = { ...PATIENT, default_pool_size: 1 };
      const { pooler } = await pooled(one);
      const store = await opened(pooler.url);
      await store.session(async () => {
        await pooler.set({ ...one, query_wait_timeout: seconds });
        const begun = performance.now();
        await expect(store.apart(async () => undefined)).rejects.toMatchObject({
          code: 'DATABASE_UNREACHABLE',
          detail: {
            found: expect.stringMatching(found),
            remedy: expect.stringMatching(/^A command takes up to 4 at once/),
          },
        });
        expect(performance.now() - begun).toBeGreaterThan(least);
      });
    });

    it('doctor says how many there are', async () => {
      const three = { ...PATIENT, default_pool_size: 3 };
      const { pooler } = await pooled(three);
      const giveBack = await takeFree(pooler, 3);
      await giveBack();
      await pooler.set({ ...three, query_wait_timeout: 2 });
      const checks = await checksOfServer(pooler.url);
      expect(checks.find(({ subject }) => subject === 'connections')).toMatchObject({
        grade: 'bad',
        found: expect.stringMatching(/^3 of 4 at once: .*has no free connection$/),
        remedy: expect.stringContaining('default_pool_size'),
        exitCode: 4,
      });
    });
  });
});
