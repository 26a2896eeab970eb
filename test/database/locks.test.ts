import { expect, it } from 'vitest';
import {
  betweenSources,
  claimFile,
  keepFromLoading,
  keepInTurn,
  shareLoading,
} from '../../src/database/locks.ts';
import { type Store, transaction } from '../../src/database/store.ts';
import { onPostgresql } from '../support/engines.ts';

/** Whether work of another session's transaction ends while this one's is under way. */
async function endsBeside(store: Store, work: (other: Parameters<typeof keepInTurn>[0]) => Promise<unknown>) {
  let ended = false;
  const other = store.apart((session) =>
    transaction(session, async () => {
      await session.script("set local lock_timeout = '300ms'");
      await work(session);
      ended = true;
    }),
  );
  await other.catch(() => undefined);
  return ended;
}

const within = (store: Store, work: (session: Parameters<typeof keepInTurn>[0]) => Promise<unknown>) =>
  store.apart((session) => transaction(session, () => work(session)));

onPostgresql('locks', (engine) => {
  it('let any number add evidence, and nobody change it meanwhile', async () => {
    const store = await engine.open();
    await within(store, async (session) => {
      await shareLoading(session, 'here');
      expect(await endsBeside(store, (other) => shareLoading(other, 'here'))).toBe(true);
      await expect(within(store, (other) => keepFromLoading(other, 'here'))).rejects.toMatchObject({
        code: 'STORE_LOCKED',
      });
    });
    await within(store, async (session) => {
      await keepFromLoading(session, 'here');
      await expect(within(store, (other) => shareLoading(other, 'here'))).rejects.toMatchObject({
        code: 'STORE_LOCKED',
      });
    });
  });

  it('let one source be kept at a time, and a run look between two of them', async () => {
    const store = await engine.open();
    await within(store, async (session) => {
      await keepInTurn(session);
      expect(await endsBeside(store, keepInTurn)).toBe(false);
      expect(await endsBeside(store, (other) => betweenSources(other, async () => undefined))).toBe(false);
    });
    await within(store, async (session) => {
      expect(await betweenSources(session, async () => 'seen')).toBe('seen');
      expect(await endsBeside(store, keepInTurn)).toBe(true);
    });
  });

  it('stay on no connection after a look between sources that failed', async () => {
    const store = await engine.open();
    const failing = within(store, (session) =>
      betweenSources(session, () => session.script('select * from nothing_of_that_name')),
    );
    await expect(failing).rejects.toThrow(/nothing_of_that_name/);
    expect(await endsBeside(store, keepInTurn)).toBe(true);
  });

  it('let one claim a file, and another have it once that one has ended', async () => {
    const store = await engine.open();
    await within(store, async (session) => {
      expect(await claimFile(session, '/logs/a', false)).toBe(true);
      await within(store, async (other) => {
        expect(await claimFile(other, '/logs/a', false)).toBe(false);
        expect(await claimFile(other, '/logs/b', false)).toBe(true);
      });
    });
    await within(store, async (other) => expect(await claimFile(other, '/logs/a', true)).toBe(true));
  });
});
