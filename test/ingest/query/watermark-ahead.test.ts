/** A watermark without a zone that lies in the future, whatever zone its times are of. */
import { expect, inject, it } from 'vitest';
import { onEngines } from '../../support/engines.ts';
import { merchantDatabase } from '../../support/merchant-database.ts';
import { addCallbacks, CALLBACKS, querySettings, readOnce } from './shop.ts';

onEngines('a query by times without a zone', (engine) => {
  it.skipIf(inject('templates').postgresql === undefined).each([
    ['timestamp', "(now() at time zone 'UTC' - interval '11 hours')"],
    ['date', "(now() at time zone 'UTC' - interval '12 hours')::date"],
  ])('reads what is new beside a %s that lies ahead', async (type, written) => {
    const shop = await merchantDatabase();
    const store = await engine.emptied();
    const table = `create table local_callbacks (body jsonb, written ${type})`;
    const add = (orderNo: string, at: string) =>
      shop.run(`insert into local_callbacks
        select body || jsonb_build_object('orderNo', '${orderNo}'), ${at} from callbacks limit 1`);
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])}; ${table}`);
    await add('AHEAD', `'2999-01-01'::${type}`);
    const query = 'select * from local_callbacks';
    const settings = querySettings(shop.url, { query, watermark: 'written' });
    expect(await readOnce(store, settings)).toBe('1 = 1 + 0 + 0');
    for (const orderNo of ['B', 'C']) {
      await add(orderNo, written);
      expect(await readOnce(store, settings)).toMatch(/^\d = 1 \+ \d \+ 0$/);
    }
    await shop.drop();
  });
});
