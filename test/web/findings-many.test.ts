import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine } from '../support/records.ts';
import { boxOf, csvOf, pageText } from './findings-pages.ts';
import { findingsStore } from './findings-store.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const MANY = 10_000;
const DECIDE = '/findings/decide';
const FILTER = '?code=ORPHAN_CALLBACK';

onEngines('ten thousand chosen findings', (engine) => {
  let store: Store;
  let page: ServedPage;
  let ana: Client;
  beforeAll(async () => {
    const orders = Array.from({ length: MANY }, (_, index) => `MANY${String(index).padStart(6, '0')}`);
    store = await findingsStore(
      engine,
      orders.map((orderNo) => callbackLine({ orderNo, tradeNo: `T${orderNo}` })),
    );
    page = await servePage(store, SETTINGS, { out: '/nowhere' });
    await page.addUser('ana', 'operator');
    ana = await page.signedIn('ana');
  });

  it('are decided about with a filter, and undone', async () => {
    const confirm = `/findings/confirm${FILTER}`;
    expect(await pageText(ana, confirm)).toMatch(/Findings: 10,000\. Orders: 10,000.*BRL\s2,000,000\.00/);
    const decided = await ana.send(confirm, DECIDE, { action: 'resolve', text: 'refunded' });
    const address = decided.headers.get('location')!;
    expect(await pageText(ana, address)).toContain('Resolved: 10,000. Decided by ana.');
    expect(await pageText(ana, `/findings${FILTER}`)).toContain('No finding matches');
    const undone = await ana.send(address, DECIDE, {});
    expect(await pageText(ana, undone.headers.get('location')!)).toContain('Undone: 10,000.');
  });

  it('are decided about one by one, in one form', async () => {
    const keys = (await csvOf(ana, FILTER)).map(boxOf);
    expect(keys).toHaveLength(MANY);
    const decided = await ana.send('/findings', DECIDE, { finding: keys, action: 'accept', text: 'agreed' });
    expect(decided.status).toBe(303);
    expect(await pageText(ana, decided.headers.get('location')!)).toContain('Accepted: 10,000.');
    const again = await ana.send('/findings', DECIDE, { finding: keys, action: 'accept', text: 'agreed' });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain('9,950');
  });

  it('are the most: more are refused until the filter is narrower', async () => {
    const text = await pageText(ana, '/findings/confirm?state=all');
    expect(text).toContain('At most 10,000 can be decided at once');
    const forged = { filter: 'state=all', digest: 'x', action: 'note', text: 'all' };
    const answer = await ana.send('/findings', DECIDE, forged);
    expect(answer.headers.get('location')).toBe('/findings/confirm?state=all&notice=changed');
  });
});
