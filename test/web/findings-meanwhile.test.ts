/** What the page showed is what is decided about: not what somebody else, or a run, has changed since. */
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { caseBooks, forged, MOMENTS, ORDER, payment } from '../books/findings/case-books.ts';
import { SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { boxesOf, boxNow, keyOfBox, pageText, textOf, trailOf } from './findings-pages.ts';
import { findingsStore } from './findings-store.ts';
import { type Client, PASSWORD, type ServedPage, servePage } from './served-page.ts';

const DECIDE = '/findings/decide';
const LIMITED = parseSettings({ decisions: { writeOffLimits: { BRL: 1500 } } });
const ORDERS = ['BIG0000001', 'BIG0000002', 'BIG0000003'] as const;
const SINCE = 'Something was decided or noted about these findings since the page was shown';

onEngines('a decision about what somebody else has decided about since', (engine) => {
  let store: Store;
  let page: ServedPage;
  let ana: Client;
  let bruno: Client;
  beforeEach(async () => {
    store = await findingsStore(engine);
    page = await servePage(store, LIMITED, { out: temporaryFolder() });
    for (const name of ['ana', 'bruno']) await page.addUser(name, 'approver');
    [ana, bruno] = [await page.signedIn('ana'), await page.signedIn('bruno')];
  });

  const send = (client: Client, fields: Record<string, string | readonly string[]>, from = '/findings') =>
    client.send(from, DECIDE, fields);
  /** The boxes of the orders as the list shows them. */
  const boxes = async (client: Client): Promise<string[]> => {
    const shown = boxesOf(await (await client.get('/findings?state=all')).text());
    return ORDERS.map((order) => shown.find((box) => keyOfBox(box)[1] === order)!);
  };

  it.each<readonly [string, Record<string, string>, readonly string[]]>([
    ['assign', { action: 'assign', person: 'ana' }, ['assign', 'resolve', 'write-off', 'undo']],
    ['note', { action: 'note', text: 'a claim is open' }, ['assign', 'accept', 'undo']],
    ['ask to write off', { action: 'write-off', text: 'small' }, ['assign', 'accept', 'reopen', 'undo']],
    ['accept', { action: 'accept', text: 'a discount' }, ['reopen', 'undo']],
  ])('to %s is refused, shows that decision, and changes nothing', async (_what, own, actions) => {
    const seen = await boxes(bruno);
    expect((await send(ana, { ...own, finding: seen[1]! })).status).toBe(303);
    const before = await trailOf(store);
    for (const action of actions) {
      const refused = await send(bruno, { finding: seen, action, text: 'known', person: 'bruno' });
      expect(refused.status, action).toBe(409);
      expect(textOf(await refused.text()), action).toContain('None of the chosen findings was changed.');
      const alone = await send(bruno, { finding: seen[1]!, action, text: 'known', person: 'bruno' });
      const html = await alone.text();
      const about = textOf(html);
      expect(about, action).toContain(SINCE);
      expect(about, action).toContain(ORDERS[1]);
      expect(html, action).toContain('<bdi>ana</bdi>');
    }
    expect(await trailOf(store)).toEqual(before);
    // A note takes nothing back, and what is seen anew can be decided about.
    const noted = await send(bruno, { finding: seen, action: 'note', text: 'seen' });
    expect(noted.status).toBe(303);
    const anew = await boxes(bruno);
    expect((await send(bruno, { finding: anew[1]!, action: 'undo' })).status).toBe(303);
  });

  it('names only the findings that somebody has decided about', async () => {
    const seen = await boxes(bruno);
    await send(ana, { finding: seen[1]!, action: 'assign', person: 'ana' });
    const refused = textOf(
      await (await send(bruno, { finding: seen, action: 'assign', person: 'bruno' })).text(),
    );
    expect(refused).toContain(SINCE);
    expect(ORDERS.filter((order) => refused.includes(order))).toEqual([ORDERS[1]]);
    const undone = textOf(await (await send(bruno, { finding: await boxes(bruno), action: 'undo' })).text());
    expect(undone).toContain('cannot be undone');
    expect(ORDERS.filter((order) => undone.includes(order))).toEqual([ORDERS[0], ORDERS[2]]);
  });

  it('names only the decisions of a form that are not the newest any more', async () => {
    const decided = await send(ana, { finding: await boxes(ana), action: 'assign', person: 'ana' });
    const address = decided.headers.get('location')!;
    const [, entries] = /decided\/([\d-]+)/.exec(address)!;
    await send(bruno, { finding: (await boxes(bruno))[2]!, action: 'note', text: 'seen' });
    const refused = textOf(await (await send(ana, { entries: entries!, action: 'undo' })).text());
    expect(ORDERS.filter((order) => refused.includes(order))).toEqual([ORDERS[2]]);
  });

  it('about all findings of a filter is refused, too', async () => {
    const confirm = '/findings/confirm?code=AMOUNT_MISMATCH&merchant=M0001';
    const digest = async () =>
      /name="digest" value="([^"]+)"/.exec(await (await bruno.get(confirm)).text())![1]!;
    for (const decision of [{ action: 'assign', person: 'bruno' }, { action: 'undo' }] as const) {
      const seen = await digest();
      await send(ana, { finding: (await boxes(ana))[0]!, action: 'assign', person: 'ana' });
      const before = await trailOf(store);
      const changed = await bruno.send(confirm, DECIDE, { ...decision, digest: seen });
      expect(changed.headers.get('location')).toBe(`${confirm}&notice=changed`);
      expect(await pageText(bruno, changed.headers.get('location')!)).toContain(
        'the decisions about them have changed',
      );
      expect(await trailOf(store)).toEqual(before);
    }
  });

  it('that is sent from the page of an order without a session leads back there, and says that nothing was decided', async () => {
    const address = `/order/M0001/${ORDERS[0]}`;
    const decided = await send(bruno, { finding: (await boxes(bruno))[1]!, action: 'note', text: 'x' });
    for (const from of [address, decided.headers.get('location')!]) {
      const form = (await (await ana.get(from)).text()).split(`action="${DECIDE}"`)[1]!.split('</form>')[0]!;
      const body = new URLSearchParams({ action: 'resolve', text: 'refunded' });
      for (const [, name, value] of form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g))
        body.set(name!, value!.replaceAll('&amp;', '&'));
      ana.cookies.clear();
      const asked = await ana.post(DECIDE, body);
      const person = { name: 'ana', password: PASSWORD };
      const entered = await ana.send(asked.headers.get('location')!, '/sign-in', person);
      const back = entered.headers.get('location')!;
      expect(back).toBe(`${from}${from.includes('?') ? '&' : '?'}notice=not-decided`);
      expect(await pageText(ana, back)).toContain('The session had ended, so nothing was decided.');
    }
    expect(await trailOf(store)).toHaveLength(1);
  });
});

onEngines('a write-off on the page', (engine) => {
  it('is of the amount that the page showed, though the finding names none', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    const page = await servePage(books.store, SETTINGS, { out: books.out });
    await page.addUser('ana', 'operator');
    const ana = await page.signedIn('ana');
    const code = 'CONTRACT_VIOLATION';
    const list = `/findings?code=${code}&text=${ORDER.order}`;
    const confirm = list.replace('/findings', '/findings/confirm');
    const order = `/order/${ORDER.merchant}/${ORDER.order}`;
    const boxOfCode = async (address: string) =>
      boxesOf(await (await ana.get(address)).text()).find((box) => keyOfBox(box)[2] === code)!;
    const seen = await boxOfCode(list);
    expect(await boxOfCode(order)).toBe(seen);
    const digest = /name="digest" value="([^"]+)"/.exec(await (await ana.get(confirm)).text())![1]!;
    await books.feed('more.ndjson', [payment('20000', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const writeOff = { action: 'write-off', text: 'not worth a claim' };
    for (const from of [list, order]) {
      const refused = await ana.send(from, DECIDE, { ...writeOff, finding: seen });
      expect(refused.status).toBe(409);
      expect(textOf(await refused.text())).toContain('or another amount to write off');
    }
    const all = await ana.send(confirm, DECIDE, { ...writeOff, digest });
    expect(all.headers.get('location')).toContain('notice=changed');
    expect(await trailOf(books.store)).toEqual([]);
    const now = await boxNow(books.store, ORDER.order, { code });
    expect((await ana.send(list, DECIDE, { ...writeOff, finding: now })).status).toBe(303);
  });

  it('counts the greatest amount of each order, whichever of its findings comes last', async () => {
    const books = await caseBooks(engine);
    await books.feed('forged.ndjson', [forged('12300', '2026-11-20T10:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const page = await servePage(books.store, SETTINGS, { out: books.out });
    await page.addUser('ana', 'operator');
    const ana = await page.signedIn('ana');
    const query = `?severity=high&text=${ORDER.order}`;
    const shown = boxesOf(await (await ana.get(`/findings${query}`)).text());
    expect(shown.map((box) => keyOfBox(box)[2])).toEqual(['UNVERIFIED_CALLBACK', 'AMOUNT_MISMATCH']);
    const both = await pageText(ana, `/findings/confirm${query}`);
    expect(both).toContain('Findings: 2. Orders: 1.');
    expect(both).toMatch(/BRL\s?BRL\s123\.45/);
    const one = await pageText(ana, `/findings/confirm${query}&code=AMOUNT_MISMATCH`);
    expect(one).toMatch(/BRL\s?BRL\s0\.45/);
  });
});
