/** A watermark without a zone that lies in the future, whatever zone its times are of. */
import { expect, inject, it } from 'vitest';
import { onEngines } from '../../support/engines.ts';
import { merchantDatabase } from '../../support/merchant-database.ts';
import { addCallbacks, CALLBACKS, querySettings, readOnce } from './shop.ts';

/** A database with callbacks that have a watermark of a type, and what adds one. */
async function shopWith(type: string) {
  const shop = await merchantDatabase();
  const add = (orderNo: string, at: string) =>
    shop.run(`insert into local_callbacks
      select body || jsonb_build_object('orderNo', '${orderNo}'), (${at})::${type} from callbacks limit 1`);
  await shop.run(
    `${CALLBACKS}; ${addCallbacks(['A'])}; create table local_callbacks (body jsonb, written ${type})`,
  );
  return { shop, add };
}

const SOURCE = { query: 'select * from local_callbacks', watermark: 'written' };

onEngines('a query by times without a zone', (engine) => {
  it.skipIf(inject('templates').postgresql === undefined).each([
    ['timestamp', "'2999-01-01'", "now() at time zone 'UTC' - interval '11 hours'"],
    ['date', "'2999-01-01'", "now() at time zone 'UTC' - interval '12 hours'"],
    [
      'timestamp',
      "now() at time zone 'UTC' + interval '6 hours'",
      "now() at time zone 'UTC' - interval '11 hours'",
    ],
    [
      'date',
      "now() at time zone 'UTC' + interval '6 hours'",
      "now() at time zone 'UTC' - interval '12 hours'",
    ],
  ])('reads what is new beside a %s that lies ahead: %s', async (type, ahead, written) => {
    const { shop, add } = await shopWith(type);
    const store = await engine.emptied();
    await add('AHEAD', ahead);
    const settings = querySettings(shop.url, SOURCE);
    expect(await readOnce(store, settings)).toBe('1 = 1 + 0 + 0');
    for (const orderNo of ['B', 'C']) {
      await add(orderNo, written);
      expect(await readOnce(store, settings)).toMatch(/^\d = 1 \+ \d \+ 0$/);
    }
    await shop.drop();
  });

  it.skipIf(inject('templates').postgresql === undefined).each([
    ['timestamp', 'the source', '2 hours', '50 minutes'],
    ['timestamp', 'logs', '2 hours', '50 minutes'],
    ['date', 'the source', '1 day', '1 day'],
    ['date', 'logs', '1 day', '1 day'],
  ])('reads what is new by a %s, up to now in the zone of %s', async (type, of, ahead, before) => {
    const { shop, add } = await shopWith(type);
    const store = await engine.emptied();
    const zone = 'America/Sao_Paulo';
    const local = `now() at time zone '${zone}'`;
    const one = querySettings(shop.url, { ...SOURCE, overlap: 0, ...(of === 'logs' ? {} : { zone }) });
    const settings = of === 'logs' ? { ...one, logs: { ...one.logs, zone } } : one;
    const isNew = async (orderNo: string, at: string) => {
      await add(orderNo, at);
      expect(await readOnce(store, settings), orderNo).toMatch(/^\d = 1 \+ \d \+ 0$/);
    };
    await isNew('PRESENT', local);
    await isNew('AHEAD', `${local} + interval '${ahead}'`);
    await isNew('NOW', local);
    // As where the clock is set back, or a transaction of yesterday ends today.
    await isNew('BEFORE', `${local} - interval '${before}'`);
    // As a version before has kept it.
    const [mark] = await shop.run(`select max(written)::text as watermark from local_callbacks`);
    await store.session(({ db }) => db.updateTable('source_marks').set(mark!).execute());
    await isNew('AFTER', local);
    await isNew('LATER', local);
    await shop.drop();
  });
});
