/** The list, asked for several times at once while somebody decides: each answer comes, and shows one moment. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { boxesOf, boxNow, textOf, trailOf } from './findings-pages.ts';
import { findingsStore, MISMATCHES } from './findings-store.ts';
import { servePage } from './served-page.ts';

const LIST = '/findings?merchant=M0001&code=AMOUNT_MISMATCH';
const REQUEST_START = 'http.server.request.start';

onEngines('the list of findings, asked for twice while a decision waits', (engine) => {
  it('is answered twice, each with the findings and counts of one moment', async () => {
    const page = await servePage(await findingsStore(engine), SETTINGS, {
      out: temporaryFolder(),
      patienceMilliseconds: 600_000,
    });
    await page.addUser('ana', 'operator');
    const ana = await page.signedIn('ana');
    const form = await (await ana.get('/findings')).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)![1]!;
    const decision = new URLSearchParams({
      ...{ form_token: field('form_token'), form_id: field('form_id'), action: 'resolve', text: 'refunded' },
      finding: await boxNow(page.store, 'BIG0000001'),
    });
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = page.store.session(() => {
      hold();
      return opened;
    });
    await held;
    const decided = await arrived(() => ana.post('/findings/decide', decision));
    const lists = [await arrived(() => ana.get(LIST)), await arrived(() => ana.get(LIST))];
    open();
    await holding;
    expect((await decided.answer).status).toBe(303);
    for (const { answer } of lists) {
      const list = await answer;
      expect(list.status).toBe(200);
      const html = await list.text();
      expect(textOf(html)).toContain(`Findings that match the filter: ${boxesOf(html).length}`);
    }
    expect(await trailOf(page.store)).toEqual(['ana resolve BIG0000001 AMOUNT_MISMATCH refunded']);
    const after = await (await ana.get(LIST)).text();
    expect(textOf(after)).toContain(`Findings that match the filter: ${boxesOf(after).length}`);
    expect(boxesOf(after)).toHaveLength(MISMATCHES - 1);
  });
});

/** Sends a request, and returns once the page has it and waits for the store; the answer is not waited for. */
async function arrived(send: () => Promise<Response>): Promise<{ readonly answer: Promise<Response> }> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const noted = () => begin();
  subscribe(REQUEST_START, noted);
  const answer = send();
  await begun;
  unsubscribe(REQUEST_START, noted);
  await setImmediate();
  return { answer };
}
