import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { feed, instant, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const LANGUAGES = ['en', 'pt', 'ar'] as const;
const BROKEN = /undefined|\[object|NaN|>null</;

const SOURCES = 60;

onEngines('the data page', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  let ana: Client;
  const text = async (client: Client, path: string, language = 'en') => {
    const answer = await client.get(path, { 'Accept-Language': language });
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    expect(html).not.toMatch(BROKEN);
    return html;
  };

  beforeAll(async () => {
    day = await publishDay(engine);
    const bad = Array.from({ length: 70 }, (_, index) =>
      index === 0 ? '{"request":{"body":{}}}' : 'cut short',
    );
    await feed(day.store, join(day.folder, '<b>bad.ndjson'), bad);
    for (let index = 0; index < SOURCES; index += 1) {
      const name = `more-${String(index).padStart(2, '0')}.ndjson`;
      await feed(day.store, join(day.folder, name), [payInLine({ orderNo: `MORE${index}` })]);
    }
    page = await servePage(day.store, SETTINGS, { out: day.out, jobs: JOBS });
    await page.addUser('ana', 'operator');
    await page.addUser('vic', 'viewer');
    await page.addUser('mia', 'operator', ['M0001']);
    ana = await page.signedIn('ana');
  });

  it('shows how far the data reaches, the jobs and the sources, in three languages', async () => {
    for (const language of LANGUAGES) {
      const html = await text(ana, '/data', language);
      expect(html).toContain('America/Sao_Paulo');
      expect(html).toContain('more-59.ndjson');
      expect(html).toContain('nightly');
      expect(html).toContain('action="/data/reconcile"');
    }
    expect(await text(ana, '/data')).toContain('Next run');
  });

  it('pages the sources by key, each once', async () => {
    const names = new Set<string>();
    let path: string | undefined = '/data';
    let pages = 0;
    while (path !== undefined) {
      const html: string = await text(ana, path);
      for (const [name] of html.matchAll(/more-\d\d\.ndjson/g)) {
        expect(names.has(name)).toBe(false);
        names.add(name);
      }
      path = /<a rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      pages += 1;
    }
    expect(names.size).toBe(SOURCES);
    expect(pages).toBe(2);
    expect(await text(ana, '/data?after=nonsense')).toContain('more-59.ndjson');
  });

  it('shows rejected lines with their place, reason and remedy, paged and filtered', async () => {
    const first = await text(ana, '/data/rejected');
    expect(first).toContain('&lt;b&gt;bad.ndjson</bdi>, line <bdi>70</bdi>');
    expect(first).toContain('The line is not JSON');
    expect(first).not.toContain('<b>bad');
    const next = /<a rel="next" href="([^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect(await text(ana, next)).toContain('line <bdi>1</bdi>');
    expect(await text(ana, '/data/rejected', 'pt')).toContain('A linha não é JSON');
    expect(await text(ana, '/data/rejected', 'ar')).toContain('السطر ليس بصيغة JSON');
    const other = await text(ana, '/data/rejected?reason=no_order_no');
    expect(other).toContain('line <bdi>1</bdi>');
    expect(other).not.toContain('line <bdi>70</bdi>');
    const older = /<a rel="next" href="([^"]*)"/.exec(await text(ana, '/data'))![1]!;
    const source = /\/data\/rejected\?source=\d+/.exec(await text(ana, older))![0];
    expect(await text(ana, source)).toContain('Only lines of');
    expect(await text(ana, '/data/rejected?source=999999999')).toContain('No line was rejected.');
    expect(await text(ana, '/data/rejected?source=x&reason=x&after=x')).toContain('line <bdi>70</bdi>');
  });

  it('is refused to people who see some merchants only, and offers no run to viewers', async () => {
    const mia = await page.signedIn('mia');
    for (const path of ['/data', '/data/rejected', '/data/runs/any', '/data/runs/any/events']) {
      const answer = await mia.get(path);
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain('ndjson');
    }
    const vic = await page.signedIn('vic');
    expect(await text(vic, '/data')).not.toContain('action="/data/reconcile"');
    const token = /name="form_token" value="([^"]+)"/.exec(await text(vic, '/account'))![1]!;
    const form = { form_token: token, form_id: randomUUID(), region: 'BR', date: 'yesterday' };
    expect((await vic.post('/data/reconcile', new URLSearchParams(form))).status).toBe(403);
    expect((await ana.get('/data/runs/no-such-run')).status).toBe(404);
    expect((await ana.get('/data/runs/no-such-run/events')).status).toBe(404);
  });

  it('shows how the last run of a job ended, and what waits', async () => {
    await day.store.session(async ({ db }) => {
      const run = { job: 'ingest', region: 'all', by_hand: false, date: null, replaces_runs: 1, attempt: 1 };
      const times = { due_at: '2026-11-20T11:00:00Z', started_at: '2026-11-20T11:00:01Z' };
      await db
        .insertInto('job_runs')
        .values({
          ...{ ...run, ...times, failures: 1, is_reported: true, fault: 'SOURCE_UNREADABLE: <b>gone' },
          ...{ ended_at: '2026-11-20T11:00:03.5Z', outcome: 'failed', retry_at: '2026-11-20T11:05:00Z' },
        })
        .execute();
    });
    const configured = { ...SETTINGS, jobs: { ...SETTINGS.jobs } };
    const served = await servePage(day.store, configured, {
      out: day.out,
      jobs: JOBS.map((job) =>
        job.name === 'ingest' ? { ...job, times: () => [{ expression: '0 * * * *', zone: 'UTC' }] } : job,
      ),
      at: () => instant('2026-11-20T12:00:00Z'),
    });
    const visitor = await served.signedIn('ana');
    const html = await text(visitor, '/data');
    expect(html).toContain('2.5 s');
    expect(html).toContain('<span class="badge bad">failed</span>');
    expect(html).toContain('&lt;b&gt;gone');
    expect(html).toMatch(/1<\/bdi> failing; next attempt: <bdi>20 November 2026<\/bdi> <bdi>11:05:00 UTC/);
    expect(html).toContain('13:00:00 UTC');
  });
});
