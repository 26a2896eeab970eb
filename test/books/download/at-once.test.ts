/** Downloads that are made from the store, and what they leave of the connections. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { madeFromStore } from '../../../src/books/download/from-store.ts';
import { verifiedFiles } from '../../../src/books/download/verified-files.ts';
import { SETTINGS } from '../../export/books.ts';
import { onPostgresql } from '../../support/engines.ts';
import { until } from '../../support/until.ts';

onPostgresql('many downloads at once', (engine) => {
  it('are made a few at a time, so that a run and the page have connections', async () => {
    const store = await engine.open();
    const { promise: isLet, resolve: letThem } = Promise.withResolvers<void>();
    let begun = 0;
    const source = { store, settings: SETTINGS, verified: verifiedFiles() };
    const downloads = Array.from({ length: 30 }, async (_, index) => {
      const made = madeFromStore(source, `${index}.csv`, async function* () {
        begun += 1;
        await isLet;
        yield `${index}`;
      });
      const blocks: Buffer[] = [];
      for await (const block of made.stream(new AbortController().signal)) blocks.push(Buffer.from(block));
      return Buffer.concat(blocks).toString();
    });
    await until(() => begun === 6);
    const { rows } = await store.apart((session) =>
      sql<{ one: number }>`select 1 as one`.execute(session.db),
    );
    expect(rows).toEqual([{ one: 1 }]);
    expect(begun).toBe(6);
    letThem();
    expect(await Promise.all(downloads)).toEqual(Array.from({ length: 30 }, (_, index) => `${index}`));
  });
});
