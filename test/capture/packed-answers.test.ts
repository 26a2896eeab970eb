/** Answers that a service, or something in front of it, packs although nobody asked for that. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ACCEPTED, PAY_IN, startService } from './own-service.ts';
import { serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
interface Logged {
  readonly response?: { readonly status: number; readonly body: object; readonly bodySha256: string };
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** The answer as it came: fetch would unpack it. */
async function rawAnswer(url: URL): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const asking = request(url, { method: 'POST', headers: { 'X-PARTNER-ID': 'M0001' } });
  asking.end(PAY_IN);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
}

describe('an answer of the service', () => {
  it.each([
    ['gzip', gzipSync(ACCEPTED)],
    ['X-GZIP', gzipSync(ACCEPTED)],
    ['deflate', deflateSync(ACCEPTED)],
    ['br', brotliCompressSync(ACCEPTED)],
    ['zstd', zstdCompressSync(ACCEPTED)],
  ])('that is packed as %s unasked is passed back as it is, and logged unpacked', async (coding, packed) => {
    const service = await startService((response) =>
      response.writeHead(200, { 'Content-Encoding': coding }).end(packed),
    );
    const capture = await serveCapture({ settings: { forward: service.url } });
    const answer = await rawAnswer(new URL(PATH, capture.url));
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.body).toEqual(packed);
    expect(capture.records('pay-ins')).toMatchObject([
      { response: { status: 200, body: JSON.parse(ACCEPTED), bodySha256: sha256(ACCEPTED) } },
    ]);
  });

  const unpackable = (bytes: Buffer) => [bytes, {}, bytes] as const;
  it.each([
    ['is not what it says', 'gzip', Buffer.from(ACCEPTED), JSON.parse(ACCEPTED), ACCEPTED],
    ['is cut off', 'gzip', ...unpackable(gzipSync(ACCEPTED).subarray(0, 40))],
    ['is too large unpacked', 'gzip', ...unpackable(gzipSync(`{"code":"${'0'.repeat(1_100_000)}"}`))],
    ['is packed in an unknown way', 'compress', ...unpackable(gzipSync(ACCEPTED))],
    ['is packed twice', 'gzip, gzip', ...unpackable(gzipSync(gzipSync(ACCEPTED)))],
    ['is no JSON unpacked', 'br', brotliCompressSync('<html>'), {}, '<html>'],
  ])(
    'that %s is passed back as it is, and logged as far as it can be read',
    async (_what, coding, ...more) => {
      const [packed, body, digested] = more;
      const service = await startService((response) =>
        response.writeHead(200, { 'Content-Encoding': coding }).end(packed),
      );
      const capture = await serveCapture({ settings: { forward: service.url } });
      expect((await rawAnswer(new URL(PATH, capture.url))).body).toEqual(packed);
      const [logged] = capture.records('pay-ins') as unknown as Logged[];
      expect(logged!.response).toMatchObject({ status: 200, bodySha256: sha256(digested) });
      expect(logged!.response!.body).toEqual(body);
    },
  );
});
