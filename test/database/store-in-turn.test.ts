import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Session, transaction } from '../../src/database/store.ts';
import { readAtOnce, storeInTurn } from '../../src/database/store-in-turn.ts';
import { onEngines } from '../support/engines.ts';

onEngines('a store that many tasks use at once', (engine) => {
  it('never mixes the transactions of two tasks', async () => {
    const store = storeInTurn(await engine.open());
    await store.session((session) => session.script('create table notes (text text)'));
    const write = (text: string, isKept: boolean) =>
      store
        .session((session) =>
          transaction(session, async () => {
            await add(session, text);
            await sql`select 1`.execute(session.db);
            if (!isKept) throw new Error('undone');
          }),
        )
        .catch(() => undefined);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((text, index) => write(text, index % 2 === 0)));
    const { rows } = await store.session((session) =>
      sql<{ text: string }>`select text from notes order by text collate "C"`.execute(session.db),
    );
    expect(rows.map(({ text }) => text)).toEqual(['a', 'c', 'e']);
  });

  it('lets a task that reads at one moment write nothing', async () => {
    const store = storeInTurn(await engine.open());
    await store.session((session) => session.script('create table notes (text text)'));
    await expect(readAtOnce(store, (session) => add(session, 'a'))).rejects.toThrow();
    // The connection is usable again.
    expect(
      await readAtOnce(store, async (session) => (await sql`select 1`.execute(session.db)).rows.length),
    ).toBe(1);
  });

  it('refuses a second run at once, and gives the store to the next when the first has ended', async () => {
    const store = storeInTurn(await engine.open());
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const first = store.exclusively(async () => {
      begin();
      await isOver;
    });
    await hasBegun;
    await expect(store.exclusively(async () => undefined)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    end();
    await first;
    expect(await store.exclusively(async () => 'done')).toBe('done');
  });

  it('does what a run asks for within its own turn', async () => {
    const store = storeInTurn(await engine.open());
    const found = await store.exclusively(() =>
      store.session(async (session) => (await sql`select 1`.execute(session.db)).rows.length),
    );
    expect(found).toBe(1);
  });

  it('answers readers during a run, or tells them that a run is in progress', async () => {
    const store = storeInTurn(await engine.open(), 0);
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const run = store.exclusively(async () => {
      begin();
      await isOver;
    });
    await hasBegun;
    const reading = readAtOnce(store, async () => 'read');
    if (engine.name === 'postgresql') expect(await reading).toBe('read');
    else await expect(reading).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    end();
    await run;
    expect(await readAtOnce(store, async () => 'read')).toBe('read');
  });
});

async function add(session: Session, text: string): Promise<void> {
  await sql`insert into notes values (${text})`.execute(session.db);
}
