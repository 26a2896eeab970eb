import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { DATE, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { PASSWORD, type ServedPage, servePage } from './served-page.ts';

onEngines('signing in', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  beforeAll(async () => {
    day = await publishDay(engine);
    page = await servePage(day.store, SETTINGS, { out: day.out });
    await page.addUser('ana', 'admin');
  });

  it('leads whoever has not signed in to the form, and back to where he was', async () => {
    const visitor = page.client();
    const asked = await visitor.get('/download/BR/2026-11-19/newest/orders.csv');
    expect(asked.status).toBe(303);
    expect(asked.headers.get('location')).toBe(
      '/sign-in?then=%2Fdownload%2FBR%2F2026-11-19%2Fnewest%2Forders.csv',
    );
    const entered = await visitor.send(asked.headers.get('location')!, '/sign-in', {
      name: 'ana',
      password: PASSWORD,
    });
    expect(entered.headers.get('location')).toBe('/download/BR/2026-11-19/newest/orders.csv');
  });

  it('refuses a wrong password, and shows nothing', async () => {
    const visitor = page.client();
    const refused = await visitor.send('/sign-in', '/sign-in', { name: 'ana', password: 'a-wrong-password' });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('do not match');
    expect((await visitor.get('/download/BR/2026-11-19/newest/orders.csv')).status).toBe(303);
  });

  it('lets a person download the bytes of a published file', async () => {
    const visitor = await page.signedIn('ana');
    const answer = await visitor.get(`/download/BR/${DATE}/newest/orders.csv`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="orders-BR-2026-11-19-v1.csv"',
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(readFileSync(join(day.out, DATE, 'BR', 'latest', 'orders.csv')))).toBe(true);
  });
});
