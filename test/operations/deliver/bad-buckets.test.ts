/** A service with the interface of S3 that refuses: each a clear error, kept in the list, and nothing lost. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { onEmbedded } from '../../support/engines.ts';
import { deliverySettings, publishedStore, shipAfter } from './deliveries.ts';
import { blocks, placeOf } from './opened-place.ts';
import { s3Error, s3Server } from './servers.ts';

onEmbedded('the list of a delivery to S3', (engine) => {
  let store: Store;
  let out: string;
  beforeEach(async () => {
    store = await engine.emptied();
    ({ out } = await publishedStore(store));
  });

  it('sends in spite of SlowDown, which comes at first', async () => {
    const server = await s3Server();
    let refused = 0;
    server.proxy.answer = ({ method }, response) => {
      if (method !== 'PUT' || refused === 2) return false;
      refused += 1;
      return s3Error(response, 503, 'SlowDown');
    };
    const settings = deliverySettings(out, [{ name: 'archive', ...server.settings, regions: ['BR'] }]);
    expect(await shipAfter(store, settings, 0)).toMatchObject([{ failed: [], sent: [{ version: 1 }] }]);
    expect(refused).toBe(2);
  });

  it('keeps a version while the service says SlowDown, and sends it afterwards', async () => {
    const server = await s3Server();
    server.proxy.answer = ({ method }, response) => method === 'PUT' && s3Error(response, 503, 'SlowDown');
    const settings = deliverySettings(out, [{ name: 'archive', ...server.settings, regions: ['BR'] }]);
    const [one] = await shipAfter(store, settings, 0);
    expect(one).toMatchObject({ sent: [], waiting: [{ attempts: 1 }] });
    expect(one!.failed[0]!.error).toMatch(
      /^reports at 127\.0\.0\.1:\d+: cannot write .*: SlowDown \(HTTP 503\)$/,
    );
    expect(server.objects()).toEqual({});
    server.proxy.answer = () => false;
    expect(await shipAfter(store, settings, 60)).toMatchObject([{ failed: [], sent: [{ version: 1 }] }]);
  });

  it('says that a key is unknown, or has not the right', async () => {
    const server = await s3Server();
    const own = { name: 'archive', ...server.settings, regions: ['BR'] };
    const [one] = await shipAfter(store, deliverySettings(out, [{ ...own, accessKeyId: 'OTHER' }]), 0);
    expect(one!.failed[0]!.error).toMatch(/: InvalidAccessKeyId \(HTTP 403\)$/);
    server.proxy.answer = ({ method }, response) =>
      method === 'PUT' && s3Error(response, 403, 'AccessDenied');
    const [two] = await shipAfter(store, deliverySettings(out, [own]), 60);
    expect(two!.failed[0]!.error).toMatch(/: AccessDenied \(HTTP 403\)$/);
    expect(two!.waiting).toMatchObject([{ attempts: 2 }]);
    expect(JSON.stringify([one, two])).not.toContain('S3RVER');
  });

  it.each([
    ['a small page', '<html><body>sign in</body></html>'],
    ['a page that is no XML', '<!DOCTYPE html><html><head><meta charset="utf-8"></head><p>a & b</html>'],
    ['nothing', ''],
  ])('takes no server that answers 200 with %s for S3', async (_, page) => {
    const server = await s3Server();
    server.proxy.answer = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return true;
    };
    const own = { name: 'archive', ...server.settings, regions: ['BR'] };
    const [one] = await shipAfter(store, deliverySettings(out, [own]), 0);
    expect(one).toMatchObject({ sent: [], waiting: [{ attempts: 1 }] });
    expect(one!.failed[0]!.error).toMatch(/: cannot write .*: the server does not answer as S3 does$/);
    const place = await placeOf(server.settings);
    await expect(place.probe()).rejects.toThrow('cannot write there: the server does not answer as S3 does');
    await expect(place.put('big.csv', blocks(20))).rejects.toThrow('big.csv: the server does not answer as');
    await place.close();
    server.proxy.answer = () => false;
    expect(await shipAfter(store, deliverySettings(out, [own]), 60)).toMatchObject([
      { failed: [], sent: [{ version: 1 }] },
    ]);
  });

  it('compares the checksum of what was stored, where the server names one', async () => {
    const server = await s3Server();
    const place = await placeOf(server.settings);
    const sum = (text: string) => createHash('sha256').update(text).digest('base64');
    const answers = (checksum: string) => {
      server.proxy.answer = ({ method }, response) => {
        if (method !== 'PUT') return false;
        response.writeHead(200, { etag: '"1"', 'x-amz-checksum-sha256': checksum }).end();
        return true;
      };
      return place.put('a.csv', blocks(1, 3));
    };
    await answers(sum('\u0001\u0001\u0001'));
    await expect(answers(sum(''))).rejects.toThrow('cannot write a.csv: the server has stored other bytes');
    await place.close();
  });

  it('leaves the checksum of an upload of parts to the server, in whatever form it names it', async () => {
    const server = await s3Server();
    const place = await placeOf(server.settings);
    const checksumOfChecksums = createHash('sha256').update('parts').digest('base64');
    server.proxy.answer = ({ method, path }, response) => {
      if (method !== 'POST' || !path.includes('uploadId=')) return false;
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0" encoding="UTF-8"?>
        <CompleteMultipartUploadResult><ETag>"1-3"</ETag><ChecksumSHA256>${checksumOfChecksums}</ChecksumSHA256>
        </CompleteMultipartUploadResult>`);
      return true;
    };
    await place.put('big.csv', blocks(20));
    await place.close();
  });

  it.each([
    [301, 'PermanentRedirect', '', 'sa-east-1'],
    [400, 'AuthorizationHeaderMalformed', '<Region>sa-east-1</Region>', undefined],
  ])('names the region of the bucket where the server does: %i %s', async (status, code, more, header) => {
    const server = await s3Server();
    server.proxy.answer = (_call, response) =>
      s3Error(response, status, code, more, header === undefined ? {} : { 'x-amz-bucket-region': header });
    const said = `${code} (HTTP ${status}): the bucket is in sa-east-1: set bucketRegion`;
    const place = await placeOf(server.settings);
    await expect(place.put('a.csv', blocks(1, 3))).rejects.toThrow(said);
    await expect(place.probe()).rejects.toThrow(said);
    await place.close();
    server.proxy.answer = (_call, response) =>
      s3Error(response, status, code, '', { 'x-amz-bucket-region': 'Go to <evil.example>' });
    const other = await placeOf(server.settings);
    await expect(other.probe()).rejects.toThrow(new RegExp(`: ${code} \\(HTTP ${status}\\)$`));
    await other.close();
  });

  it('sends a large file in parts, each with its checksum, and nothing of it is there before the last', async () => {
    const server = await s3Server();
    const place = await placeOf(server.settings);
    let seen: string[] = [];
    server.proxy.answer = ({ method, path }) => {
      if (method === 'PUT' && path.includes('partNumber')) seen = Object.keys(server.objects());
      return false;
    };
    await place.put('big.csv', blocks(20));
    await place.close();
    const parts = server.calls.filter(({ path }) => path.includes('partNumber'));
    expect(parts).toHaveLength(3);
    for (const { headers } of parts) expect(headers['x-amz-checksum-sha256']).toBeDefined();
    expect(seen).toEqual([]);
    expect(server.objects()['recon/big.csv']).toHaveLength(20 << 20);
  });

  it('leaves nothing of a large file whose part is refused', async () => {
    const server = await s3Server();
    const place = await placeOf(server.settings);
    server.proxy.answer = ({ path }, response) =>
      path.includes('partNumber=2') && s3Error(response, 403, 'AccessDenied');
    await expect(place.put('big.csv', blocks(20))).rejects.toThrow(
      'cannot write big.csv: AccessDenied (HTTP 403)',
    );
    await place.close();
    expect(server.objects()).toEqual({});
    expect(server.calls.some(({ method, path }) => method === 'DELETE' && path.includes('uploadId'))).toBe(
      true,
    );
  });
});
