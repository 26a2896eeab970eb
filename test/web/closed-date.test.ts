/** A date whose period is closed, and whose details are removed later. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePeriod } from '../../src/books/periods/close-period.ts';
import { purge } from '../../src/books/periods/purge.ts';
import type { Store } from '../../src/database/store.ts';
import { DATE, EVIDENCE, feed, instant, MORNING, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { linksOf, partOf, textOf } from './shown-html.ts';

const ADDRESS = `/dates/BR/${DATE}`;

onEngines('a date of a closed period', (engine) => {
  let store: Store;
  let page: ServedPage;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payin-recon-closed-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    store = await engine.open();
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    const out = join(folder, 'reports');
    await publish(store, out);
    const who = { who: 'ana', reason: 'booked', at: instant(MORNING) };
    await closePeriod(store, SETTINGS, { through: DATE, regions: ['BR'], force: true, ...who });
    page = await servePage(store, SETTINGS, { out, at: () => instant(MORNING) });
    await page.addUser('ana', 'viewer');
    await page.addUser('lia', 'viewer', ['M0001']);
  });
  const shown = async (name: string, address: string) => {
    const answer = await (await page.signedIn(name)).get(address);
    expect(answer.status).toBe(200);
    return answer.text();
  };

  it('is shown as closed', async () => {
    expect(textOf(await shown('ana', ADDRESS))).toContain('■ The date is in a closed period.');
    const calendar = partOf(await shown('ana', '/'), '<table class="calendar">', '</table>');
    expect(calendar).toContain('class="day closed"');
    expect(textOf(calendar)).toContain('19 Nov ■ closed');
  });

  it('has only its published files once its details are removed', async () => {
    const at = instant('2027-06-01T12:00:00Z');
    await purge(store, SETTINGS, { limit: { before: '2027-01-01' }, who: 'ana', reason: 'retention', at });
    const html = await shown('ana', ADDRESS);
    expect(textOf(html)).toContain('The details of this date were removed.');
    expect(html).not.toContain('id="totals"');
    const links = linksOf(html);
    expect(links.filter((link) => link.includes('/reports/'))).toEqual([]);
    const files = links.filter((link) => link.startsWith('/download/'));
    expect(files.length).toBe(PLAIN_REPORTS.length + 1);
    const client = await page.signedIn('ana');
    for (const address of files) {
      const answer = await client.get(address);
      expect(answer.status, address).toBe(200);
      await answer.arrayBuffer();
    }
    expect((await client.get(`${ADDRESS}/reports/orders`)).status).toBe(404);
  });

  it('has no files for a reader of one merchant once its details are removed', async () => {
    const html = await shown('lia', ADDRESS);
    expect(linksOf(html).filter((link) => link.startsWith('/download/'))).toEqual([]);
  });

  it('has no list of mismatches for a range once its details are removed', async () => {
    const tiles = partOf(await shown('ana', '/'), '<ul class="tiles', '<table');
    expect(textOf(tiles)).toContain('The details of these dates were removed.');
    expect(linksOf(tiles).filter((link) => link.startsWith('/download/'))).toEqual([]);
  });
});
