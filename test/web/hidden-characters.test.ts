/** Characters that a browser does not show: two merchants with them look different on every page. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATE, feed, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { underpaid } from './findings-store.ts';
import { servePage } from './served-page.ts';

const MARK = '\u200e';
const HIDDEN = `M00${MARK}01`;
const SHOWN = 'M00\\u{200e}01';

onEngines('characters that a browser does not show', (engine) => {
  it('are escapes in previews, on the page of a date and in the list of findings', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const orders = [...underpaid('ORDER1', 500, 'M0001'), ...underpaid('ORDER2\u202e', 500, HIDDEN)];
    await feed(store, join(folder, 'day.ndjson'), orders);
    await publish(store, out);
    const page = await servePage(store, SETTINGS, { out });
    await page.addUser('ana', 'operator');
    const ana = await page.signedIn('ana');
    const date = `/dates/BR/${DATE}`;
    for (const path of [date, `${date}/reports/orders`, `${date}/reports/findings`, '/findings']) {
      const html = await (await ana.get(path)).text();
      expect(html, path).toContain(SHOWN);
      // The values of fields have them as they are.
      expect(html.replace(/ value="[^"]*"/g, ''), path).not.toMatch(/[\u200e\u202e]/);
    }
    const file = await ana.get(`/download/BR/${DATE}/newest/orders.csv`);
    expect(await file.text()).toContain(HIDDEN);
  });
});
