import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cursorRows, Rollback, type Session, type Store, transaction } from '../../src/database/store.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';

onEngines('what arrives from the database', (engine) => {
  it('is text where a driver would lose digits, microseconds or the zone', async () => {
    const store = await engine.open();
    const result = await store.session(({ db }) =>
      sql`select 9007199254740993::bigint as whole, 12345678901234567890.12::numeric as exact,
                 date '2026-11-19' as day, timestamptz '2026-11-19 10:05:00.123456-03' as instant,
                 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid as digest, 7 as number, true as yes`.execute(
        db,
      ),
    );
    expect(result.rows).toEqual([
      {
        whole: '9007199254740993',
        exact: '12345678901234567890.12',
        day: '2026-11-19',
        instant: '2026-11-19 13:05:00.123456+00',
        digest: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
        number: 7,
        yes: true,
      },
    ]);
  });

  it('says so when the database refuses a statement, and the store works on', async () => {
    const store = await engine.open();
    await expect(store.session(({ db }) => sql`select 1 / 0`.execute(db))).rejects.toThrow(
      'division by zero',
    );
    expect(await codes(store)).toEqual([]);
  });
});

onEngines('transaction', (engine) => {
  it('keeps what the work did, and gives its result', async () => {
    const store = await engine.open();
    const given = await store.session((session) =>
      transaction(session, async () => {
        await add(session, 'A');
        return 'done';
      }),
    );
    expect(given).toBe('done');
    expect(await codes(store)).toEqual(['A']);
  });

  it('undoes all of it when the work fails, and tells the first error', async () => {
    const store = await engine.open();
    const work = store.session((session) =>
      transaction(session, async () => {
        await add(session, 'A');
        await sql`select * from nowhere`.execute(session.db);
      }),
    );
    await expect(work).rejects.toThrow('"nowhere" does not exist');
    expect(await codes(store)).toEqual([]);
  });

  it('undoes all of it for a returned Rollback, and gives what that carries', async () => {
    const store = await engine.open();
    const given = await store.session((session) =>
      transaction(session, async () => {
        await add(session, 'A');
        return new Rollback(await codesOf(session));
      }),
    );
    expect(given).toEqual(['A']);
    expect(await codes(store)).toEqual([]);
  });

  it('can follow one that failed on the same session', async () => {
    const store = await engine.open();
    await store.session(async (session) => {
      await transaction(session, () => Promise.reject(new Error('first'))).catch(() => undefined);
      await transaction(session, () => add(session, 'B'));
    });
    expect(await codes(store)).toEqual(['B']);
  });
});

onEngines('cursorRows', (engine) => {
  const blockSizes = async (store: Store, rows: number, blockRows: number) =>
    store.session((session) =>
      transaction(session, async () => {
        const query = { sql: 'select n from generate_series(1, $1::int) as n', parameters: [rows] };
        const seen: number[] = [];
        const sizes: number[] = [];
        for await (const block of cursorRows<{ n: number }>(session, query, blockRows)) {
          sizes.push(block.length);
          for (const { n } of block) seen.push(n);
        }
        expect(seen).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
        return sizes;
      }),
    );

  it.each([
    [0, 5, []],
    [4, 5, [4]],
    [5, 5, [5]],
    [12, 5, [5, 5, 2]],
    [12_001, 5000, [5000, 5000, 2001]],
  ])('gives %i rows by %i in blocks of %j, in order', async (rows, blockRows, sizes) => {
    expect(await blockSizes(await engine.open(), rows, blockRows)).toEqual(sizes);
  });

  it('can be left early and begun again in the same transaction', async () => {
    const store = await engine.open();
    const query = { sql: 'select n from generate_series(1, 100) as n', parameters: [] };
    const firsts = await store.session((session) =>
      transaction(session, async () => {
        const found: number[] = [];
        for (let round = 0; round < 3; round += 1) {
          for await (const block of cursorRows<{ n: number }>(session, query, 10)) {
            found.push(block[0]!.n);
            break;
          }
        }
        return found;
      }),
    );
    expect(firsts).toEqual([1, 1, 1]);
  });
});

onEngines('exclusively', (engine) => {
  it('gives the result of the work, and the lock back, also when the work fails', async () => {
    const store = await engine.open();
    expect(await store.exclusively(async () => 7)).toBe(7);
    await expect(store.exclusively(() => Promise.reject(new Error('halted')))).rejects.toThrow('halted');
    expect(await store.exclusively(async () => 8)).toBe(8);
  });
});

onPostgresql('exclusively, from two programs', (engine) => {
  const holding = async (store: Store) => {
    let release: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const held = store.exclusively(() => {
      begun();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await started;
    return { held, release: () => release() };
  };

  it('turns the second away at once, and lets it in when the first has ended', async () => {
    const database = await engine.database();
    const [first, second] = [await database.open(), await database.open()];
    const { held, release } = await holding(first);
    // Whoever waited would wait for ever: the first is released after it.
    await expect(second.exclusively(async () => 'never')).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    release();
    await held;
    expect(await second.exclusively(async () => 'now')).toBe('now');
  });

  it('lets the second in when the connection of the first is cut', async () => {
    const database = await engine.database();
    const [first, second] = [await database.open(), await database.open()];
    const { held, release } = await holding(first);
    await endBackends(second, 'select pid from pg_locks where locktype = $$advisory$$');
    const ask = () => second.exclusively(async () => 'now').catch(() => 'locked');
    await expect.poll(ask, { timeout: 600_000 }).toBe('now');
    release();
    await held.catch(() => undefined);
    expect(await first.exclusively(async () => 'again')).toBe('again');
  });

  it('does not keep a program of another database waiting', async () => {
    const [first, second] = [await engine.open(), await engine.open()];
    const { held, release } = await holding(first);
    expect(await second.exclusively(async () => 'free')).toBe('free');
    release();
    await held;
  });
});

onPostgresql('a connection that is cut at work', (engine) => {
  it('is DATABASE_UNREACHABLE, and the next session gets a new one', async () => {
    const database = await engine.database();
    const [first, second] = [await database.open(), await database.open()];
    const work = first.session((session) =>
      transaction(session, async () => {
        await add(session, 'A');
        await endBackends(second, 'select pid from pg_stat_activity where state = $$idle in transaction$$');
        await add(session, 'B');
      }),
    );
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    expect(await codes(first)).toEqual([]);
  });
});

async function endBackends(store: Store, pids: string): Promise<void> {
  await store.session(({ db }) =>
    sql`select pg_terminate_backend(pid) from (${sql.raw(pids)}) as found
        where pid in (select pid from pg_stat_activity where datname = current_database())
          and pid <> pg_backend_pid()`.execute(db),
  );
}

async function add(session: Session, code: string): Promise<void> {
  await session.db.insertInto('work_grouped').values({ order_no: 'O1', merchant_id: code }).execute();
}

async function codesOf(session: Session): Promise<string[]> {
  const rows = await session.db
    .selectFrom('work_grouped')
    .select('merchant_id')
    .orderBy('merchant_id')
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

function codes(store: Store): Promise<string[]> {
  return store.session(codesOf);
}
