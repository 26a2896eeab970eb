import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { SETTINGS } from '../export/books.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { boxesOf, boxNow, csvOf, mismatchBox, pageText, textOf, trailOf } from './findings-pages.ts';
import { findingsStore, MISMATCHES } from './findings-store.ts';
import { type Client, PASSWORD, type ServedPage, servePage } from './served-page.ts';

const DECIDE = '/findings/decide';

onEngines('deciding on the page', (engine) => {
  let store: Store;
  let page: ServedPage;
  let ana: Client;
  beforeEach(async () => {
    store = await findingsStore(engine);
    page = await servePage(store, SETTINGS, { out: temporaryFolder() });
    await page.addUser('ana', 'operator');
    ana = await page.signedIn('ana');
  });

  const send = (client: Client, fields: Record<string, string | readonly string[]>, from = '/findings') =>
    client.send(from, DECIDE, fields);
  const chosen = [mismatchBox('BIG0000001'), mismatchBox('BIG0000002')];
  const resolve = { action: 'resolve', text: 'refunded' };

  it('decides about the chosen findings, says so under an address that stays, and takes back exactly those', async () => {
    const answer = await send(ana, { finding: chosen, ...resolve }, '/findings?severity=high');
    expect(answer.status).toBe(303);
    const address = answer.headers.get('location')!;
    for (const _ of ['once', 'again']) {
      const html = await (await ana.get(address)).text();
      expect(textOf(html)).toContain('Resolved: 2. Decided by ana.');
      expect(textOf(html)).toContain('refunded');
      expect(html).toContain('href="/findings?severity=high"');
    }
    await send(ana, { finding: mismatchBox('BIG0000003'), ...resolve });
    const undone = await ana.send(address, DECIDE, {});
    expect(await pageText(ana, undone.headers.get('location')!)).toContain('Undone: 2. Decided by ana.');
    expect((await trailOf(store)).map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual([
      'resolve BIG0000001',
      'resolve BIG0000002',
      'resolve BIG0000003',
      'undo BIG0000001',
      'undo BIG0000002',
    ]);
    expect((await csvOf(ana, '?state=resolved')).map((row) => row.order_no)).toEqual(['BIG0000003']);
    expect(await (await ana.get(address)).text()).not.toContain('Undo these decisions');
  });

  it('closes nothing whose values are no longer those that the page showed', async () => {
    const shown = [chosen[0]!, mismatchBox('BIG0000002', 'M0001', 'BRL 199.00')];
    for (const action of ['resolve', 'accept', 'write-off']) {
      const refused = await send(ana, { finding: shown, action, text: 'a small amount' });
      expect(refused.status).toBe(409);
      const text = textOf(await refused.text());
      expect(text).toContain('has other values than the page showed');
      expect(text).toContain('None of the chosen findings was changed.');
    }
    expect(await trailOf(store)).toEqual([]);
    expect((await send(ana, { finding: shown, action: 'note', text: 'ask the bank' })).status).toBe(303);
  });

  it('undoes nothing of decisions after which somebody has decided again', async () => {
    const answer = await send(ana, { finding: chosen, ...resolve });
    const form = await (await ana.get(answer.headers.get('location')!)).text();
    await send(ana, { finding: chosen[0]!, action: 'note', text: 'seen by the bank' });
    const entries = /name="entries" value="([^"]+)"/.exec(form)![1]!;
    const refused = await send(ana, { entries, action: 'undo' });
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain('cannot be undone');
    expect(await pageText(ana, answer.headers.get('location')!)).toContain('decided about again');
    expect((await csvOf(ana, '?state=resolved')).length).toBe(2);
  });

  it('assigns, notes, accepts and reopens', async () => {
    const now = () => Promise.all(['BIG0000001', 'BIG0000002'].map((order) => boxNow(store, order)));
    await send(ana, { finding: chosen, action: 'assign', person: 'bruno' });
    expect((await csvOf(ana, '?assignee=bruno')).length).toBe(2);
    await send(ana, { finding: chosen, action: 'note', text: 'asked the bank' });
    expect(await pageText(ana, '/findings?text=asked')).toContain('asked the bank');
    await send(ana, { finding: await now(), action: 'accept', text: 'a discount' });
    const reopened = await send(
      ana,
      { finding: (await now())[0]!, action: 'reopen', text: 'no discount' },
      '/findings?state=all',
    );
    expect(await pageText(ana, reopened.headers.get('location')!)).toContain('Reopened: 1.');
    expect((await csvOf(ana, '?state=accepted')).map((row) => row.order_no)).toEqual(['BIG0000002']);
  });

  it('decides once however often a form is sent', async () => {
    const form = await (await ana.get('/findings')).text();
    const hidden = [...form.matchAll(/type="hidden" name="(form_[^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams();
    for (const [, name, value] of hidden) body.append(name!, value!);
    for (const [name, value] of Object.entries({ finding: chosen[0]!, ...resolve })) body.append(name, value);
    const answers = await Promise.all([
      ana.post(DECIDE, body),
      ana.post(DECIDE, body),
      ana.post(DECIDE, body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await trailOf(store)).toEqual(['ana resolve BIG0000001 AMOUNT_MISMATCH refunded']);
  });

  it('shows the second of two people who decide at once what the first has decided, and does nothing by halves', async () => {
    await page.addUser('bruno', 'operator');
    const bruno = await page.signedIn('bruno');
    const answers = await Promise.all([
      send(ana, { finding: [chosen[0]!, chosen[1]!], ...resolve }),
      send(bruno, { finding: [chosen[1]!, mismatchBox('BIG0000003')], action: 'accept', text: 'a discount' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const text = textOf(await answers.find(({ status }) => status === 409)!.text());
    const isAnaFirst = answers[0]!.status === 303;
    expect(text).toContain('Nothing was decided');
    expect(text).toContain(isAnaFirst ? 'ana' : 'bruno');
    expect(text).toContain(isAnaFirst ? 'refunded' : 'a discount');
    expect(text).toContain('BIG0000002');
    expect(text).toContain('UTC');
    expect(text).not.toContain(isAnaFirst ? 'BIG0000003' : 'BIG0000001');
    expect((await trailOf(store)).length).toBe(2);
  });

  it('says what is missing, keeps what was filled in, and changes nothing', async () => {
    const cases = [
      [{ action: 'resolve', text: 'why' }, 'Choose at least one'],
      [{ finding: chosen, text: 'why' }, 'No decision was chosen'],
      [{ finding: chosen, action: 'write-off', text: '  ' }, 'A reason is needed'],
      [{ finding: chosen, action: 'note' }, 'The note is empty'],
      [{ finding: chosen, action: 'note', text: '\u200b\u2060 \ufeff' }, 'The note is empty'],
      [{ finding: chosen, action: 'note', text: 'x'.repeat(2001) }, 'at most 2,000 characters'],
      [{ finding: chosen, action: 'assign', person: 'x'.repeat(201) }, 'at most 200 characters'],
      [
        { finding: Array.from({ length: 10_001 }, (_, index) => mismatchBox(`X${index}`)), ...resolve },
        'Too many',
      ],
    ] as const;
    for (const [fields, said] of cases) {
      const answer = await send(ana, fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(said);
    }
    const kept = await (await send(ana, { finding: chosen, action: 'write-off', person: 'zoe' })).text();
    expect(boxesOf(kept)).toEqual(chosen);
    expect(kept).toContain('value="zoe"');
    expect(kept).toMatch(/<option value="write-off" selected/);
    // The address of the form has no page of its own.
    expect(kept).toContain('href="/language/ar?back=%2Ffindings"');
    expect(await trailOf(store)).toEqual([]);
  });

  it('refuses forged forms, and changes nothing', async () => {
    const wrong = [
      { finding: 'nonsense', ...resolve },
      { finding: chosen, action: 'delete', text: 'x' },
      { entries: '9-1', action: 'undo' },
      { filter: 'severity=grave', digest: 'x', ...resolve },
    ];
    for (const fields of wrong) expect((await send(ana, fields)).status).toBe(400);
    for (const form_token of ['', 'forged']) {
      expect((await send(ana, { finding: chosen, ...resolve, form_token })).status).toBe(403);
    }
    expect((await send(ana, { finding: mismatchBox('NO'), ...resolve })).status).toBe(404);
    expect((await send(ana, { entries: '1-9', action: 'undo' })).status).toBe(404);
    const foreign = new URLSearchParams({ finding: chosen[0]!, ...resolve });
    expect((await ana.post(DECIDE, foreign, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ana.get('/findings/decided/1-1')).status).toBe(404);
    expect((await ana.get('/findings/decided/x')).status).toBe(404);
    expect(await trailOf(store)).toEqual([]);
  });

  it('lets nobody decide without the right, nor about the findings of others', async () => {
    await page.addUser('vera', 'viewer');
    await page.addUser('lia', 'operator', ['M0003']);
    const [vera, lia] = [await page.signedIn('vera'), await page.signedIn('lia')];
    const token = /name="form_token" value="([^"]+)"/.exec(await (await ana.get('/findings')).text())![1]!;
    const forged = new URLSearchParams({ finding: chosen[0]!, ...resolve, form_token: token, form_id: 'x' });
    expect((await vera.post(DECIDE, forged)).status).toBe(403);
    expect((await send(ana, { finding: chosen, action: 'approve' })).status).toBe(403);
    expect((await send(ana, { finding: chosen, action: 'decline', text: 'no' })).status).toBe(403);
    const others = await send(lia, { finding: chosen[0]!, ...resolve });
    const unknown = await send(lia, { finding: mismatchBox('BIG0000009'), ...resolve });
    expect([others.status, unknown.status]).toEqual([404, 404]);
    const said = textOf(await others.text()).replaceAll('BIG0000001', 'BIG0000009');
    expect(said).toBe(textOf(await unknown.text()));
    const own = mismatchBox('OWN0000001', 'M0003');
    expect((await send(lia, { finding: [own, chosen[0]!], ...resolve })).status).toBe(404);
    expect(await trailOf(store)).toEqual([]);
    const decided = await send(ana, { finding: chosen, ...resolve });
    const address = decided.headers.get('location')!;
    expect((await lia.get(address)).status).toBe(404);
    const entries = /decided\/([\d-]+)/.exec(address)![1]!;
    expect((await send(lia, { entries, action: 'undo' })).status).toBe(404);
    expect((await send(lia, { finding: own, ...resolve })).status).toBe(303);
  });

  it('decides about all findings of a filter once it has said how many they are, and how much money', async () => {
    const confirm = '/findings/confirm?code=AMOUNT_MISMATCH&merchant=M0001';
    const text = await pageText(ana, confirm);
    expect(text).toContain(`Findings: ${MISMATCHES}. Orders: ${MISMATCHES}.`);
    expect(text).toMatch(/BRL\s?BRL\s60\.00/);
    // Somebody else decides about one of them in between.
    await page.addUser('bruno', 'operator');
    const bruno = await page.signedIn('bruno');
    const form = { filter: 'code=AMOUNT_MISMATCH&merchant=M0001', action: 'accept', text: 'agreed' };
    const digest = /name="digest" value="([^"]+)"/.exec(await (await ana.get(confirm)).text())![1]!;
    await send(bruno, { finding: chosen[0]!, ...resolve });
    const changed = await send(ana, { ...form, digest });
    expect(changed.headers.get('location')).toBe(`${confirm}&notice=changed`);
    expect(await pageText(ana, changed.headers.get('location')!)).toContain('Nothing was decided');
    const decided = await ana.send(changed.headers.get('location')!, DECIDE, {
      action: 'accept',
      text: 'agreed',
    });
    expect(await pageText(ana, decided.headers.get('location')!)).toContain(`Accepted: ${MISMATCHES - 1}.`);
    expect((await csvOf(ana, '?state=accepted')).length).toBe(MISMATCHES - 1);
    expect(await pageText(ana, confirm)).toContain('No finding matches');
  });

  it('leads who has no session any more to sign in and back to the filter, and says that nothing was decided', async () => {
    const form = await (await ana.get('/findings?severity=high')).text();
    const hidden = [
      ...form.split(`action="${DECIDE}"`)[1]!.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g),
    ];
    const body = new URLSearchParams();
    for (const [, name, value] of hidden) body.append(name!, value!.replaceAll('&amp;', '&'));
    for (const [name, value] of Object.entries({ finding: chosen[0]!, ...resolve })) body.append(name, value);
    ana.cookies.clear();
    const asked = await ana.post(DECIDE, body);
    expect(asked.status).toBe(303);
    const entered = await ana.send(asked.headers.get('location')!, '/sign-in', {
      name: 'ana',
      password: PASSWORD,
    });
    const address = entered.headers.get('location')!;
    expect(address).toBe('/findings?severity=high&notice=not-decided');
    expect(await pageText(ana, address)).toContain('nothing was decided');
    expect(await trailOf(store)).toEqual([]);
    // Never to another site.
    body.set('form_return', 'https://elsewhere.example/');
    ana.cookies.clear();
    expect((await ana.post(DECIDE, body)).headers.get('location')).toBe('/sign-in?then=%2F');
  });

  it('keeps a note that is a formula for spreadsheets as text in every file', async () => {
    const note = '=HYPERLINK("http://x","y")';
    await send(ana, { finding: chosen[0]!, action: 'note', text: note });
    const [row] = await csvOf(ana, '?text=HYPERLINK');
    expect(row!['last_note']).toBe(`'${note}`);
    const excel = await (await ana.get('/findings.excel-br.csv?text=HYPERLINK')).text();
    expect(excel).toContain(`'=HYPERLINK`);
    expect(await pageText(ana, '/findings?text=HYPERLINK')).toContain(note);
  });
});

onPostgresql('deciding on the page during a run', (engine) => {
  it('says that nothing was decided, and keeps the form to be sent again', async () => {
    const store = await findingsStore(engine);
    const page = await servePage(store, SETTINGS, { out: temporaryFolder() });
    await page.addUser('ana', 'operator');
    const ana = await page.signedIn('ana');
    const fields = { finding: mismatchBox('BIG0000001'), action: 'resolve', text: 'refunded' };
    const refused = await store.exclusively(() => ana.send('/findings', DECIDE, fields));
    expect(refused.status).toBe(503);
    const html = await refused.text();
    expect(textOf(html)).toContain('nothing was decided');
    expect(boxesOf(html)).toEqual([mismatchBox('BIG0000001')]);
    expect(html).toContain('refunded</textarea>');
    expect(await trailOf(store)).toEqual([]);
  });
});
