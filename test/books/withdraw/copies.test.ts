/** Records that came by several sources stay until the last of them is withdrawn. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { bytesBelow, DATE, feed, instant, MORNING, NOON, publish, SETTINGS } from '../../export/books.ts';
import { evidence } from '../../ingest/reading.ts';
import { world } from '../../reconcile/world.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { RUNS } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

import { fresh, ground, PAYMENT, results, takeBack } from './withdrawn-books.ts';

onEngines('withdrawing one of several sources of a record', (engine) => {
  it('keeps what another source brought too, whichever came first, by other bytes or the same', async () => {
    const both = [payInLine(), callbackLine()];
    const books = await ground(engine);
    await books.feed('a.ndjson', both);
    await books.feed('b.ndjson', [...both, PAYMENT]);
    await books.feed('copy-of-b.ndjson', [...both, PAYMENT]);
    await publish(books.store, books.out, MORNING);
    const versions = bytesBelow(join(books.out, DATE, 'BR/v1'));
    expect(await books.withdraw('a.ndjson')).toMatchObject({
      payIns: 0,
      callbacks: 0,
      stay: 2,
      restated: undefined,
    });
    expect(await books.deviations()).toEqual([]);
    expect(await books.withdraw('b.ndjson')).toMatchObject({ payIns: 0, callbacks: 0, stay: 3 });
    expect(await books.deviations()).toEqual([]);
    expect(await evidence(books.store)).toEqual(
      (await fresh(engine, { 'b.ndjson': [...both, PAYMENT] })).evidence,
    );
    expect(await books.feed('a.ndjson', both)).toMatchObject([{ accepted: 0, duplicate: 2 }]);
    expect(await books.withdraw('copy-of-b.ndjson')).toMatchObject({ payIns: 0, callbacks: 1, stay: 2 });
    expect(await books.deviations()).toEqual([]);
    expect(await evidence(books.store)).toEqual((await fresh(engine, { 'a.ndjson': both })).evidence);
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 1, callbacks: 1, stay: 0 });
    expect(await evidence(books.store)).toEqual({ pay_ins: [], callbacks: [], violations: [] });
    expect(books.file('orders')).toEqual([]);
    expect(await books.deviations()).toEqual([]);
    expect(bytesBelow(join(books.out, DATE, 'BR/v1'))).toEqual(versions);
  });

  it('keeps rules that another source shows only by later settings', async () => {
    // Of the zone that the region has later, not of the one by which the records are read.
    const [brazil, ...others] = SETTINGS.regions;
    const moved = parseSettings({ regions: [{ ...brazil!, zone: 'America/Manaus' }, ...others] });
    const both = [payInLine(), callbackLine()];
    const files = { 'a.ndjson': both, 'b.ndjson': [...both, PAYMENT] };
    const books = await ground(engine);
    for (const [name, some] of Object.entries(files)) await books.feed(name, some);
    await publish(books.store, books.out, MORNING);
    const at = instant(NOON);
    await renormalise(books.store, moved, { asOf: at, startedAt: at, out: books.out });
    const broken = (await evidence(books.store))['violations']!;
    expect(broken.length).toBeGreaterThan(0);
    await books.withdraw('a.ndjson', {}, moved);
    expect((await evidence(books.store))['violations']).toEqual(broken);
  });

  it('keeps for the other name of the same bytes what these brought too', async () => {
    const both = [payInLine(), callbackLine()];
    const books = await ground(engine);
    await books.feed('a.ndjson', both);
    await books.feed('b.ndjson', [...both, PAYMENT]);
    await books.feed('copy-of-b.ndjson', [...both, PAYMENT]);
    await books.withdraw('b.ndjson');
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 0, callbacks: 0, stay: 2 });
    expect(await evidence(books.store)).toEqual(
      (await fresh(engine, { 'copy-of-b.ndjson': [...both, PAYMENT] })).evidence,
    );
  });

  it('reads the other name of a file that had grown again, as it had earlier lines too', async () => {
    const both = [payInLine(), callbackLine()];
    const books = await ground(engine);
    await books.feed('a.ndjson', [payInLine()]);
    await books.feed('a.ndjson', both);
    await books.feed('copy-of-a.ndjson', both);
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 1, callbacks: 0, stay: 1 });
    expect(await books.feed('copy-of-a.ndjson', both)).toMatchObject([{ accepted: 1, duplicate: 1 }]);
    expect(await evidence(books.store)).toEqual((await fresh(engine, { 'copy-of-a.ndjson': both })).evidence);
    expect(await books.deviations([])).toEqual([]);
  });

  it('lists an unverified callback with the source that has it, and as it was in the versions before', async () => {
    const line = callbackLine({ orderNo: 'ORDER00077', tradeNo: 'T77' }).replace(
      '"verified":true',
      '"verified":false',
    );
    const books = await ground(engine);
    const listed = (version: string) =>
      books.file('rejected-records', version).map(({ source }) => source!.slice(-8));
    await books.feed('a.ndjson', [payInLine(), line]);
    await books.feed('b.ndjson', ['', line, payInLine({ orderNo: 'ORDER00002' })]);
    await books.feed('c.ndjson', [line]);
    await publish(books.store, books.out, MORNING);
    expect(listed('v1')).toEqual(['a.ndjson']);
    await books.withdraw('a.ndjson');
    expect(listed('v2')).toEqual(['b.ndjson']);
    expect(await books.deviations()).toEqual([]);
    await books.withdraw('b.ndjson');
    expect(listed('v3')).toEqual(['c.ndjson']);
    expect(await books.deviations()).toEqual([]);
  });

  it('takes back the other name of bytes that came twice, and all reads of a file that grew', async () => {
    const books = await ground(engine);
    await books.feed('a.ndjson', [payInLine()]);
    await books.feed('b.ndjson', [payInLine()]);
    expect(await books.withdraw('b.ndjson')).toMatchObject({ payIns: 0, callbacks: 0, stay: 1, reads: 1 });
    await books.feed('a.ndjson', [payInLine(), callbackLine()]);
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 1, callbacks: 1, stay: 0, reads: 2 });
    expect(await evidence(books.store)).toEqual({ pay_ins: [], callbacks: [], violations: [] });
  });

  it('lets files be read again that were read before copies were noted', async () => {
    const books = await ground(engine);
    await books.feed('a.ndjson', [payInLine()]);
    await books.feed('b.ndjson', [payInLine(), callbackLine()]);
    await books.store.session(({ db }) => db.updateTable('sources').set({ copies_noted: false }).execute());
    await books.store.session(({ db }) => db.deleteFrom('record_copies').execute());
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 1, stay: 0 });
    expect(await books.feed('b.ndjson', [payInLine(), callbackLine()])).toMatchObject([
      { accepted: 1, duplicate: 1 },
    ]);
    expect(await books.deviations([])).toEqual([]);
  });

  it('takes back spellings and violations that only the source showed', async () => {
    const odd = payInLine({ amount: '2e4', payer: {} });
    for (const files of [
      [
        ['plain', payInLine()],
        ['odd', odd],
      ],
      [
        ['odd', odd],
        ['plain', payInLine()],
      ],
    ] as const) {
      const books = await ground(engine);
      for (const [name, line] of files) await books.feed(`${name}.ndjson`, [line]);
      await books.withdraw('odd.ndjson');
      expect(await evidence(books.store)).toEqual(
        (await fresh(engine, { 'plain.ndjson': [payInLine()] })).evidence,
      );
    }
  });

  it('does so in any small world: what stays is what the other files would have given', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(fc.nat({ max: 2 }), { minLength: 60 }),
        fc.nat({ max: 1 }),
        async (all, where, gone) => {
          const part = (file: number) =>
            all.filter((_line, at) => [file, 2].includes(where[at % where.length]!));
          const [store, out] = [await engine.emptied(), temporaryFolder()];
          const path = (name: string) => join(temporaryFolder(), name);
          await feed(store, path('0.ndjson'), part(0));
          await publish(store, out, MORNING);
          await feed(store, path('1.ndjson'), part(1));
          await publish(store, out, MORNING);
          await takeBack(store, out, `${gone}.ndjson`);
          const found = await evidence(store);
          const { rows } = { rows: await results(store) };
          expect(deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out }))).toEqual([]);
          await engine.emptied();
          await feed(store, path('other.ndjson'), part(1 - gone));
          await publish(store, temporaryFolder(), NOON);
          expect(found).toEqual(await evidence(store));
          expect(rows).toEqual(await results(store));
        },
      ),
      { numRuns: RUNS },
    );
  });
});
