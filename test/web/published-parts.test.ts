/** Published files never change: they have an ETag, and parts of them can be asked for. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  it('is not sent again to whoever has it, and in parts to whoever has begun', async () => {
    const { path, ana, page } = await served();
    const content = readFileSync(path);
    const etag = `"${sha256Of(content)}"`;
    const size = content.length;
    const ask = async (headers: Record<string, string>) => {
      const answer = await ana.get(ORDERS, headers);
      const range = answer.headers.get('content-range');
      return [answer.status, range, Buffer.from(await answer.arrayBuffer()).toString()] as const;
    };
    // The first request is one for a part: the file was not digested before.
    const part = (start: number, end: number) => content.subarray(start, end).toString();
    expect(await ask({ Range: 'bytes=3-9' })).toEqual([206, `bytes 3-9/${size}`, part(3, 10)]);
    const whole = await ana.get(ORDERS);
    expect(['etag', 'accept-ranges', 'content-length'].map((name) => whole.headers.get(name))).toEqual([
      etag,
      'bytes',
      String(size),
    ]);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);

    expect(await ask({ Range: `bytes=5-${size * 2}`, 'If-Range': etag })).toEqual([
      206,
      `bytes 5-${size - 1}/${size}`,
      part(5, size),
    ]);
    expect(await ask({ Range: 'bytes=-4' })).toEqual([
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      part(size - 4, size),
    ]);
    for (const headers of [
      { Range: 'bytes=0-3', 'If-Range': '"another"' },
      ...['bytes=0-3,5-6', 'bytes=9-3', 'lines=0-3', 'bytes=-'].map((Range) => ({ Range })),
      { 'If-None-Match': '"another"' },
    ] as Record<string, string>[])
      expect(await ask(headers)).toEqual([200, null, content.toString()]);
    for (const Range of [`bytes=${size}-`, 'bytes=-0'])
      expect(await ask({ Range })).toEqual([416, `bytes */${size}`, '']);
    for (const known of [etag, `"x", W/${etag}`, '*'])
      expect(await ask({ 'If-None-Match': known })).toEqual([304, null, '']);

    const lia = await page.signedIn('lia');
    for (const made of [
      await lia.get(ORDERS, { Range: 'bytes=0-3' }),
      await ana.get(`${ORDERS}`.replace('csv', 'xlsx')),
    ]) {
      expect([made.status, made.headers.get('etag'), made.headers.get('accept-ranges')]).toEqual([
        200,
        null,
        null,
      ]);
      await made.arrayBuffer();
    }
  });

  it('that was changed is not sent in parts either', async () => {
    const { path, ana } = await served();
    const content = readFileSync(path);
    content[content.length - 3]! ^= 1;
    writeFileSync(path, content);
    const answer = await ana.get(ORDERS, { Range: 'bytes=0-3' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([500, null]);
    expect(await answer.text()).not.toContain(content.subarray(0, 4).toString());
  });
});
