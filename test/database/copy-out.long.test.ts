import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { literalSql } from '../../src/database/literal-query.ts';
import type { CopiedRows, Session, Store } from '../../src/database/store.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';

/** Numbers from 1, which no buffer on the way holds all of. */
const MANY = 500_000;

onEngines('copyOut', (engine) => {
  it('says the columns and their types, and gives the rows whole', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      const copied = await session.copyOut(series(session, 3));
      expect(copied.fields).toEqual([
        { name: 'number', typeOid: 23 },
        { name: 'filling', typeOid: 25 },
      ]);
      const bytes = await everything(copied);
      expect(bytes.subarray(0, 6).toString('latin1')).toBe('PGCOPY');
      expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xff]));
    });
  });

  it('gives what an embedded database in memory gives', async () => {
    const inMemory = await openEmbedded('memory://');
    onTestFinished(() => inMemory.close());
    const of = (store: Store) =>
      store.session(async (session) => everything(await session.copyOut(series(session, MANY))));
    expect((await of(await engine.emptied())).equals(await of(inMemory))).toBe(true);
  });

  it('leaves the connection usable to who stops in the middle', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      const copied = await session.copyOut(series(session, MANY));
      for await (const chunk of copied.chunks()) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect(await one(session)).toBe(1);
    });
  });

  it('leaves the connection usable to who fails in the middle, and tells that failure', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      const copied = await session.copyOut(series(session, MANY));
      const work = async () => {
        for await (const _chunk of copied.chunks()) throw new Error('the disk is full');
      };
      await expect(work()).rejects.toThrow('the disk is full');
      expect(await one(session)).toBe(1);
    });
  });

  it('tells what the server says in the middle, and the store works on', async () => {
    const store = await engine.emptied();
    const work = store.session(async (session) => {
      const failing = session.db
        .selectFrom(sql<{ number: number }>`generate_series(1, ${MANY}::integer)`.as<'r'>(sql`r (number)`))
        .select(sql`1 / (${MANY / 2}::integer - number)`.as('quotient'));
      await everything(await session.copyOut(failing));
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(await store.session(one)).toBe(1);
  });

  it('takes values as they are, whatever they hold', async () => {
    const store = await engine.emptied();
    const awkward = fc.constantFrom("'", '"', '\\', '$1', '$$', '--', '/*', ';', "E'", '\n', '%', "\\'");
    const text = fc
      .array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
      .map((parts) => parts.join(''))
      .filter((value) => value.isWellFormed() && !value.includes('\0'));
    const values = fc.record({
      word: fc.option(text),
      words: fc.array(text, { maxLength: 3 }),
      number: fc.integer(),
      large: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      yes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(values, async ({ word, words, number, large, yes }) => {
        const same = await store.session(async (session) => {
          const query = session.db.selectNoFrom([
            sql`${word}::text`.as('word'),
            sql`${words}::text[]`.as('words'),
            sql`${number}::integer`.as('number'),
            sql`${large}::bigint`.as('large'),
            sql`${yes}::boolean`.as('yes'),
          ]);
          const literal = await sql.raw(literalSql(query)).execute(session.db);
          return { literal: literal.rows, bound: await query.execute() };
        });
        expect(same.literal).toEqual(same.bound);
      }),
      { numRuns: 200 },
    );
  });
});

onPostgresql('copyOut of a server', (engine) => {
  it('tells that the connection was lost in the middle', async () => {
    const store = await engine.open();
    const work = store.session(async (session) => {
      const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(session.db);
      const copied = await session.copyOut(series(session, MANY));
      let chunks = 0;
      for await (const _chunk of copied.chunks()) {
        chunks += 1;
        if (chunks === 1) await end(store, rows[0]!.id);
      }
    });
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  });
});

onEngines('a value that has no literal', (engine) => {
  it.each([
    ['a NUL', 'a\0b'],
    ['an object', { a: 1 }],
    ['a list of lists of objects', [[{}]]],
  ])('is refused before anything is asked: %s', async (_name, value) => {
    const store = await engine.emptied();
    await store.session(async ({ db }) => {
      expect(() => literalSql(db.selectNoFrom(sql`${value}`.as('x')))).toThrow('has no literal');
    });
  });
});

function series({ db }: Session, rows: number) {
  return db
    .selectFrom(sql<{ number: number }>`generate_series(1, ${rows}::integer)`.as<'r'>(sql`r (number)`))
    .select('number')
    .select(sql<string>`repeat('x', 100)`.as('filling'));
}

async function everything(copied: CopiedRows): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of copied.chunks()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function one({ db }: Session): Promise<number> {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  return rows[0]!.one;
}

async function end(store: Store, backend: number): Promise<void> {
  await store.session(({ db }) => sql`select pg_terminate_backend(${backend}::integer)`.execute(db));
}
