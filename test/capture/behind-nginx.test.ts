/** A proxy that lets only callbacks through from outside must not be led to pass on a pay-in request. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasNginx, startNginx } from '../bench/nginx.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type RawAnswer, rawGet } from '../web/raw-request.ts';
import { PAY_IN, startService } from './own-service.ts';
import { callbackOf, serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';

/** Sends a target as it is, of which a client library would drop the fragment or resolve the dots. */
const post = (url: string, target: string, body: string): Promise<RawAnswer> =>
  rawGet(url, target, { 'Content-Length': String(Buffer.byteLength(body)) }, { method: 'POST', body });

/** What the guide says for nginx, in front of a capture. @param allowed the addresses in the place of the guide's */
async function startGuided(url: string, allowed = '10.0.0.0/8'): Promise<string> {
  const guide = readFileSync(new URL('../../docs/guides/capture.md', import.meta.url), 'utf8');
  const [, locations] = /```nginx\n(.*?)```/s.exec(guide)!;
  const written = locations!.replaceAll('http://127.0.0.1:8070', url).replace('10.0.0.0/8', allowed);
  expect(written).toContain(`proxy_pass ${url};`);
  const nginx = await startNginx(temporaryFolder(), written);
  onTestFinished(() => nginx.stop());
  return nginx.url;
}

async function startForwarding() {
  const service = await startService();
  const capture = await serveCapture({ settings: { forward: service.url } });
  return { service, capture };
}

describe('the path of a target', () => {
  it.each([
    ['/callbacks#', '/callbacks?', '/callbacks?a#', '/callbacks#a?'].map((start) => start + PATH),
    [`/callbacks%23${PATH}x`, `${PATH}/`, `${PATH}/../../../callbacks`, `${PATH};`, `${PATH}%3F`],
  ])('ends before ? and #: what follows makes no pay-in request of %s and others', async (...targets) => {
    const { service, capture } = await startForwarding();
    for (const target of targets) {
      expect((await post(capture.url, target, callbackOf('ORDER00001'))).text, target).toBe('SUCCESS');
    }
    expect(service.requests).toEqual([]);
    expect(capture.records('callbacks')).toHaveLength(targets.length);
  });

  it.each(['#a', '?a', '?#', '#?'])('of a pay-in request may be followed by %s', async (rest) => {
    const { service, capture } = await startForwarding();
    expect((await post(capture.url, PATH + rest, PAY_IN)).status).toBe(200);
    expect((await post(capture.url, `http://shop.example${PATH}${rest}`, PAY_IN)).status).toBe(200);
    expect(service.requests).toHaveLength(2);
  });
});

describe.skipIf(!hasNginx())('behind nginx as in the guide', () => {
  it('nobody outside sends a pay-in request, however the target is written', async () => {
    const { service, capture } = await startForwarding();
    const url = await startGuided(capture.url);
    expect((await post(url, '/callbacks', callbackOf('ORDER00001'))).text).toBe('SUCCESS');
    const starts = ['', '/', '/.', '/x/..', '/callbacks', '/callbacks/..', 'http://shop.example'];
    const marks = [
      '',
      '#',
      '?',
      ';',
      '?#',
      '#?',
      '%23',
      '%3F',
      '%3B',
      '%2F',
      '%00',
      '%5C',
      '\\',
      '//',
      '/./',
    ];
    const targets = starts.flatMap((start) =>
      marks.flatMap((mark) => [
        `${start}${mark}${PATH}`,
        `${start}${PATH}${mark}`,
        `${start}${PATH}${mark}/../../../callbacks`,
      ]),
    );
    const written = [PATH.replace('/t', '//t'), PATH.replace('-', '%2D'), PATH.replaceAll('/', '%2F')];
    for (const target of [...targets, ...written, `http://x#${PATH}`, `http://x?${PATH}`, `${PATH}/.`]) {
      await post(url, target, PAY_IN);
      expect(service.requests, target).toEqual([]);
    }
  });

  it('somebody inside does', async () => {
    const { service, capture } = await startForwarding();
    const url = await startGuided(capture.url, '127.0.0.0/8');
    expect((await post(url, PATH, PAY_IN)).status).toBe(200);
    expect(service.requests).toHaveLength(1);
  });
});
