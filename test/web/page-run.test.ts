import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closePeriod } from '../../src/books/periods/close-period.ts';
import type { Store } from '../../src/database/store.ts';
import { DATE, EVIDENCE, feed, instant, LATE_CALLBACK, NOON, publish, SETTINGS } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Client, servePage } from './served-page.ts';

/** A page of a store with a published date, and something read since. */
async function servedBooks(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  await publish(store, out);
  await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
  const gate = gated(store);
  let at = instant(NOON);
  const page = await servePage(gate.store, SETTINGS, { out, at: () => at });
  await page.addUser('ana', 'operator');
  await page.addUser('ben', 'operator');
  const forward = (seconds: number) => {
    at = { ...at, seconds: at.seconds + seconds };
  };
  return { store, page, gate, forward };
}

/**
 * The same store, whose runs wait once they hold the lock, until they are let go: what is seen meanwhile does not depend
 * on how fast a run is.
 */
function gated(store: Store) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let isClosed = false;
  let depth = 0;
  onTestFinished(() => open());
  const exclusively: Store['exclusively'] = (work) =>
    store.exclusively(async () => {
      depth += 1;
      // The first lock is that of the page; what it runs takes the lock again.
      if (isClosed && depth > 1) await opened;
      return work();
    });
  return {
    store: { ...store, exclusively },
    open,
    close: () => {
      isClosed = true;
    },
  };
}

const start = (client: Client, date = DATE, region = 'BR') =>
  client.send('/data', '/data/reconcile', { region, date });

/** Reads server-sent events until a condition holds, or the stream ends. */
async function eventsOf(
  answer: Response,
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (isEnough(text)) {
      await reader.cancel();
      return text;
    }
  }
}

onEngines('a run that is started on the page', (engine) => {
  it('shows its steps as they are done, and what changed when it has ended', async () => {
    const { page, gate } = await servedBooks(engine);
    gate.close();
    const ana = await page.signedIn('ana');
    const started = await start(ana);
    expect(started.status).toBe(303);
    const address = started.headers.get('location')!;
    expect(address).toMatch(/^\/data\/runs\/[0-9a-f-]{36}$/);
    const running = await (await ana.get(address)).text();
    expect(running).toContain('in progress');
    expect(running).toContain('<noscript><meta http-equiv="refresh"');
    expect(running).toContain(`data-events="${address}/events?after=0"`);
    const answer = await ana.get(`${address}/events`, { Accept: 'text/event-stream' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    gate.open();
    const events = await eventsOf(answer);
    expect(events).toContain('event: step\ndata: Judging what is new or open\nid: 1\n\n');
    expect(events).toMatch(/event: step\ndata: 19 Nov 2026: BR version 2 new/);
    expect(events.endsWith(`event: end\ndata: ${address}\n\n`)).toBe(true);
    const ended = await (await ana.get(address)).text();
    expect(ended).toContain('What changed');
    expect(ended).toContain(`href="/dates/BR/${DATE}"`);
    expect(ended).not.toContain('http-equiv="refresh"');
    const later = await eventsOf(await ana.get(`${address}/events`, { 'Last-Event-ID': '2' }));
    expect(later).not.toContain('id: 1\n');
    expect(later).toContain('id: 3\n');
    const portuguese = await (await ana.get(address, { 'Accept-Language': 'pt' })).text();
    expect(portuguese).toContain('BR versão 2 nova');
    expect(await (await ana.get('/data')).text()).toContain(address);
  });

  it('is refused while another run is in progress, and can be started after it', async () => {
    const { store, page } = await servedBooks(engine);
    const ana = await page.signedIn('ana');
    const form = await (await ana.get('/data')).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)![1]!;
    const fields = () =>
      new URLSearchParams({
        ...{ form_token: field('form_token'), form_id: field('form_id'), region: 'BR', date: DATE },
      });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const other = page.store.exclusively(async () => {
      hold();
      await released;
    });
    await held;
    const refused = await ana.post('/data/reconcile', fields());
    // The embedded engine has one connection: who asks cannot even be looked up while a run holds it.
    expect(refused.status).toBe(store.engine === 'postgresql' ? 409 : 503);
    expect(await refused.text()).toMatch(/run is in progress/i);
    expect(page.log.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
    release();
    await other;
    expect((await ana.post('/data/reconcile', fields())).status).toBe(303);
  });

  it('is started once, however often its form is sent', async () => {
    const { page } = await servedBooks(engine);
    const ana = await page.signedIn('ana');
    const form = await (await ana.get('/data')).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)![1]!;
    const fields = new URLSearchParams({
      ...{ form_token: field('form_token'), form_id: field('form_id'), region: 'BR', date: DATE },
    });
    const first = (await ana.post('/data/reconcile', fields)).headers.get('location')!;
    await eventsOf(await ana.get(`${first}/events`));
    expect((await ana.post('/data/reconcile', fields)).headers.get('location')).toBe(first);
  });

  it('is refused for dates that have not begun or do not exist, and for unknown regions', async () => {
    const { page } = await servedBooks(engine);
    const ana = await page.signedIn('ana');
    const refused = async (date: string, region: string, words: string) => {
      const answer = await start(ana, date, region);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(words);
    };
    await refused('2026-11-27', 'BR', 'This date has not begun in its region yet.');
    await refused('2026-02-30', 'BR', 'Enter a date of the calendar.');
    await refused('', 'BR', 'Enter a date of the calendar.');
    await refused(DATE, '<b>', 'Choose one of the regions.');
  });

  it('says of a closed date that it does not change', async () => {
    const { store, page } = await servedBooks(engine);
    const booked = { who: 'ana', reason: 'it is booked', at: instant(NOON), force: true };
    await closePeriod(store, SETTINGS, { through: DATE, regions: ['BR'], ...booked });
    const ana = await page.signedIn('ana');
    const address = (await start(ana)).headers.get('location')!;
    await eventsOf(await ana.get(`${address}/events`));
    expect(await (await ana.get(address)).text()).toContain('This date is closed. Its version stays;');
  });

  describe('sends its events', () => {
    it('until the client leaves, and goes on without it', async () => {
      const { page, gate } = await servedBooks(engine);
      gate.close();
      const ana = await page.signedIn('ana');
      const address = (await start(ana)).headers.get('location')!;
      const leaving = new AbortController();
      const answer = await fetch(new URL(`${address}/events`, page.url), {
        headers: { Cookie: [...ana.cookies].map((pair) => pair.join('=')).join('; ') },
        signal: leaving.signal,
      });
      leaving.abort();
      await expect(answer.text()).rejects.toThrow();
      gate.open();
      expect(await eventsOf(await ana.get(`${address}/events`))).toContain('event: end');
      expect(page.log.filter((line) => line.includes('broke off'))).toEqual([]);
    });

    it('until the session ends, which is checked again every 30 seconds', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const { store, page, gate, forward } = await servedBooks(engine);
      gate.close();
      const [ana, ben] = [await page.signedIn('ana'), await page.signedIn('ben')];
      const address = (await start(ana)).headers.get('location')!;
      if (store.engine === 'postgresql') {
        const answer = await ben.get(`${address}/events`);
        vi.advanceTimersByTime(30_000);
        await eventsOf(answer, (text) => text.includes('still in progress'));
        const again = await ben.get(`${address}/events`);
        forward(SETTINGS.page.sessionHours * 3600 + 1);
        vi.advanceTimersByTime(30_000);
        expect(await eventsOf(again)).not.toContain('event: end');
        gate.open();
        return;
      }
      const events = eventsOf(await ana.get(`${address}/events`));
      vi.advanceTimersByTime(30_000);
      // Nobody else can be looked up while the run holds the embedded store: he is told so. So is the check before him,
      // which ends nothing.
      expect((await ben.get(address)).status).toBe(503);
      gate.open();
      expect(await events).toContain('event: end');
    });

    it('not to who asks for their head alone, of whom nothing is left behind', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const { page } = await servedBooks(engine);
      const ana = await page.signedIn('ana');
      const before = vi.getTimerCount();
      const address = (await start(ana)).headers.get('location')!;
      await eventsOf(await ana.get(`${address}/events`));
      const head = await fetch(new URL(`${address}/events`, page.url), {
        method: 'HEAD',
        headers: { Cookie: [...ana.cookies].map((pair) => pair.join('=')).join('; ') },
      });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      expect(vi.getTimerCount()).toBe(before);
    });
  });
});
