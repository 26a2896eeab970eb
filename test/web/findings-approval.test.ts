import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import {
  boxesOf,
  csvOf,
  keyOfBox,
  mismatchBox,
  pageText,
  boxNow as storedBox,
  textOf,
  trailOf,
} from './findings-pages.ts';
import { findingsStore, underpaid } from './findings-store.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

/** One person may write off BRL 15.00. */
const LIMITED = parseSettings({ decisions: { writeOffLimits: { BRL: 1500 } } });

const DECIDE = '/findings/decide';
const WAITING = '/findings?awaiting=yes';

onEngines('write-offs above the limit on the page', (engine) => {
  let store: Store;
  let page: ServedPage;
  const people: Record<string, Client> = {};
  beforeAll(async () => {
    store = await findingsStore(engine, [...underpaid('BIG0000004', 4000), ...underpaid('BIG0000005', 5000)]);
    page = await servePage(store, LIMITED, { out: '/nowhere' });
    await page.addUser('olga', 'operator');
    await page.addUser('ana', 'approver');
    await page.addUser('bruno', 'approver');
    await page.addUser('carla', 'approver', ['M0003']);
    for (const name of ['olga', 'ana', 'bruno', 'carla']) people[name] = await page.signedIn(name);
  });

  const ask = async (name: string, orders: readonly string[]) =>
    people[name]!.send('/findings', DECIDE, {
      ...{
        finding: await Promise.all(orders.map((order) => storedBox(store, order))),
        action: 'write-off',
        text: 'too little to ask for',
      },
    });
  /** The box of an order's finding as a person sees it now; as it is without a request where the person sees none. */
  const boxNow = async (name: string, order: string) => {
    const html = await (await people[name]!.get(`/findings?state=all&text=${order}`)).text();
    return boxesOf(html).find((one) => keyOfBox(one)[2] === 'AMOUNT_MISMATCH') ?? mismatchBox(order);
  };
  const answer = async (name: string, order: string, action: string, text = '') =>
    people[name]!.send('/findings?state=all', DECIDE, { finding: await boxNow(name, order), action, text });

  it('wait, and say for whose approval; those below are written off at once', async () => {
    const text = await pageText(
      people['olga']!,
      (await ask('olga', ['BIG0000001', 'BIG0000002'])).headers.get('location')!,
    );
    expect(text).toContain('Written off: 1. Decided by olga.');
    expect(text).toContain('Write-off requested: 1. Decided by olga.');
    expect(text).toContain('These people may approve it: ana, bruno.');
    expect((await csvOf(people['olga']!, '?state=written-off')).map((row) => row.order_no)).toEqual([
      'BIG0000001',
    ]);
  });

  it('are listed with amount, who asked and why, to be answered by those who may', async () => {
    for (const name of ['olga', 'ana']) {
      const html = await (await people[name]!.get(WAITING)).text();
      expect(boxesOf(html).map(keyOfBox)).toEqual([['M0001', 'BIG0000002', 'AMOUNT_MISMATCH']]);
      expect(textOf(html)).toContain(
        'Write-off of BRL 20.00 waits for approval. Requested by olga: too little',
      );
      expect(html.includes('value="approve"'), name).toBe(name === 'ana');
      expect(html.includes('value="decline"'), name).toBe(name === 'ana');
    }
    expect(await pageText(people['carla']!, WAITING)).toContain('No finding matches');
  });

  it('are not approved by who has asked, and are by another person', async () => {
    await ask('ana', ['BIG0000003']);
    expect(boxesOf(await (await people['ana']!.get(`${WAITING}&text=BIG0000003`)).text())).toHaveLength(1);
    const own = await (await people['ana']!.get(`${WAITING}&text=BIG0000003`)).text();
    expect(own).not.toContain('value="approve"');
    const refused = await answer('ana', 'BIG0000003', 'approve');
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain('Another person has to approve it');
    const foreign = await answer('carla', 'BIG0000003', 'approve');
    expect(foreign.status).toBe(404);
    const approved = await answer('bruno', 'BIG0000003', 'approve', 'checked with the bank');
    const text = await pageText(people['bruno']!, approved.headers.get('location')!);
    expect(text).toContain('Write-off approved: 1. Decided by bruno.');
    const late = await answer('bruno', 'BIG0000003', 'approve');
    expect(late.status).toBe(409);
    const listed = await csvOf(people['ana']!, '?state=written-off&text=BIG0000003');
    expect(listed.map((row) => row['state_reason'])).toEqual(['too little to ask for']);
  });

  it('are declined with a reason, and asked for again', async () => {
    expect((await answer('bruno', 'BIG0000002', 'decline')).status).toBe(400);
    await answer('bruno', 'BIG0000002', 'decline', 'ask the bank first');
    expect(await pageText(people['olga']!, WAITING)).toContain('No finding matches');
    const none = await answer('bruno', 'BIG0000002', 'approve');
    expect(none.status).toBe(409);
    const text = textOf(await none.text());
    expect(text).toContain('Write-off declined');
    expect(text).toContain('ask the bank first');
    const again = await ask('olga', ['BIG0000002']);
    expect(again.status).toBe(303);
    const twice = await ask('olga', ['BIG0000002']);
    expect(twice.status).toBe(409);
    expect(textOf(await twice.text())).toContain('already waits for approval');
  });

  it('are not approved by a filter after something else was asked for', async () => {
    const confirm = '/findings/confirm?awaiting=yes&text=BIG0000004';
    await ask('olga', ['BIG0000004']);
    const seen = /name="digest" value="([^"]+)"/.exec(await (await people['ana']!.get(confirm)).text())![1]!;
    await answer('olga', 'BIG0000004', 'reopen');
    await answer('olga', 'BIG0000004', 'write-off', 'for another reason');
    const stale = await people['ana']!.send(confirm, DECIDE, { action: 'approve', digest: seen });
    expect(stale.headers.get('location')).toMatch(/^\/findings\/confirm\?.*notice=changed$/);
    expect(await pageText(people['ana']!, WAITING)).toContain('for another reason');
    await answer('olga', 'BIG0000004', 'reopen');
  });

  it('are not approved after something else was asked for than the page showed', async () => {
    await ask('olga', ['BIG0000004']);
    const seen = await boxNow('ana', 'BIG0000004');
    await answer('olga', 'BIG0000004', 'reopen');
    await answer('olga', 'BIG0000004', 'write-off', 'for another reason');
    for (const action of ['approve', 'decline']) {
      const stale = await people['ana']!.send('/findings', DECIDE, { finding: seen, action, text: 'fine' });
      expect(stale.status).toBe(409);
      const text = textOf(await stale.text());
      expect(text).toContain('Another write-off waits for approval than the page showed');
      expect(text).toContain('for another reason');
    }
    expect(await pageText(people['ana']!, WAITING)).toContain('for another reason');
    await answer('olga', 'BIG0000004', 'reopen');
  });

  it('are taken back by who has asked, and are approved for all of a filter', async () => {
    const asked = await ask('olga', ['BIG0000004', 'BIG0000005']);
    const undone = await people['olga']!.send(asked.headers.get('location')!, DECIDE, {});
    expect(await pageText(people['olga']!, undone.headers.get('location')!)).toContain('Undone: 2.');
    await ask('olga', ['BIG0000004', 'BIG0000005']);
    const confirm = '/findings/confirm?awaiting=yes';
    expect(await pageText(people['ana']!, confirm)).toMatch(/BRL\s?BRL\s110\.00/);
    expect(await (await people['olga']!.get(confirm)).text()).not.toContain('value="approve"');
    const all = await people['ana']!.send(confirm, DECIDE, { action: 'approve' });
    expect(await pageText(people['ana']!, all.headers.get('location')!)).toContain('Write-off approved: 3.');
    expect((await trailOf(store)).filter((line) => line.startsWith('ana approve'))).toHaveLength(3);
    const closed = await answer('bruno', 'BIG0000005', 'resolve', 'paid after all');
    const text = textOf(await closed.text());
    expect(closed.status).toBe(409);
    expect(text).toContain('These findings are already closed');
    expect(text).toContain('Write-off approved');
    expect(text).toContain('too little to ask for');
  });
});
