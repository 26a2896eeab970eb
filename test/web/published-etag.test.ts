/** Published files never change, so that they have an ETag. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256Of } from '../../src/sha256.ts';
import { DATE, EVIDENCE, feed, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { servePage } from './served-page.ts';

const ORDERS = `/download/BR/${DATE}/newest/orders.csv`;

onEngines('a published file', (engine) => {
  async function served() {
    const store = await engine.open();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    await publish(store, out);
    const page = await servePage(store, SETTINGS, { out });
    await page.addUser('ana', 'viewer');
    await page.addUser('lia', 'viewer', ['M0001']);
    const [path] = readdirSync(out, { recursive: true, encoding: 'utf8' })
      .map((name) => join(out, name))
      .filter((name) => name.endsWith('orders.csv') && name.includes('BR') && existsSync(name));
    return { page, path: path!, ana: await page.signedIn('ana') };
  }

  it('has its digest as ETag, and is not sent again to whoever has it', async () => {
    const { path, ana, page } = await served();
    const content = readFileSync(path);
    const etag = `"${sha256Of(content)}"`;
    const ask = async (headers: Record<string, string> = {}, reader = ana, address = ORDERS) => {
      const answer = await reader.get(address, headers);
      return [answer.status, answer.headers.get('etag'), Buffer.from(await answer.arrayBuffer())] as const;
    };
    expect(await ask()).toEqual([200, etag, content]);
    expect(await ask({ 'If-None-Match': '"another"' })).toEqual([200, etag, content]);
    for (const known of [etag, `"x", W/${etag}`, '*'])
      expect(await ask({ 'If-None-Match': known })).toEqual([304, etag, Buffer.alloc(0)]);

    const lia = await page.signedIn('lia');
    const made = ORDERS.replace('csv', 'xlsx');
    expect((await ask({ 'If-None-Match': '*' }, lia)).slice(0, 2)).toEqual([200, null]);
    expect((await ask({ 'If-None-Match': '*' }, ana, made)).slice(0, 2)).toEqual([200, null]);
  });
});
