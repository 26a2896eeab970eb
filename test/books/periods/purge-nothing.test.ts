/** A purge that removes no order leaves what versions show of turned away lines, as their dates are not purged. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesBelow, feed, readCsv } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { MONDAY, reported, TUESDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';
import { asked, deviations, OLD_LINES, paid, purgeBefore } from './purged-books.ts';

const LATER = { at: '2026-12-20T12:00:00Z' };

onEngines('a purge that removes no order', (engine) => {
  it('keeps rejected lines and unverified callbacks until a version that lists them goes', async () => {
    const books = await reported(engine, TUESDAYS);
    await feed(books.store, join(books.out, '../logs/old.ndjson'), OLD_LINES, '2026-11-18T07:00:00Z');
    await books.reconcile(TUESDAY, '2026-11-18T08:00:00Z');
    await books.reconcile(WEDNESDAY);
    const folder = join(books.out, WEDNESDAY);
    const listed = readCsv(join(folder, 'BR/v1/rejected-records.csv'));
    expect(listed.map(({ reason }) => reason).sort()).toEqual(['not_json', 'unverified']);
    const before = bytesBelow(folder);

    // Tuesday's order is stuck and stays.
    const went = await purgeBefore(books.store, '2026-12-15', LATER);
    expect(went).toMatchObject({ dates: [], rejected: 0, unverified: 0 });
    expect(await deviations(books)).toEqual([]);
    rmSync(folder, { recursive: true });
    await books.reconcile(WEDNESDAY, '2026-12-20T13:00:00Z');
    expect(bytesBelow(folder)).toEqual(before);
  });

  it('takes them once a purge of orders has marked these versions', async () => {
    const books = await reported(
      engine,
      TUESDAYS,
      asked(MONDAY, 'MONDAY0002', 'M2'),
      paid(MONDAY, 'MONDAY0002', 'M2'),
    );
    await feed(books.store, join(books.out, '../logs/old.ndjson'), OLD_LINES, '2026-11-18T07:00:00Z');
    await books.reconcile(WEDNESDAY);
    const went = await purgeBefore(books.store, '2026-12-15', LATER);
    expect(went).toMatchObject({ dates: [{ date: MONDAY, orders: 1 }], rejected: 1, unverified: 1 });
    expect(await deviations(books)).toEqual([]);
  });
});
