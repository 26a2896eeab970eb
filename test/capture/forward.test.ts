import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { loggedLines } from '../append-log/logged-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ACCEPTED, accept, PAY_IN, startService } from './own-service.ts';
import { CALLBACK, NOON, type ServedCapture, serveCapture, turns } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const HEADERS = { 'X-TIMESTAMP': '2026-11-20T09:00:00-03:00', 'X-SIGNATURE': 's', 'X-PARTNER-ID': 'M0001' };

interface PayInRecord {
  readonly sentAt: string;
  readonly request: { readonly body: Record<string, unknown>; readonly bodySha256: string };
  readonly response?: { readonly status: number; readonly body: object; readonly bodySha256: string };
}

const payIns = (capture: ServedCapture) => capture.records('pay-ins') as unknown as PayInRecord[];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a pay-in request', () => {
  it('is passed on as it is, and the merchant gets the answer of the service', async () => {
    const service = await startService();
    const capture = await serveCapture({ settings: { forward: `${service.url}/base/` } });
    const answer = await capture.post(PAY_IN, { ...HEADERS, Authorization: 'Bearer x' }, `/any${PATH}?a=b`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-timestamp')).toBe('2026-11-20T09:00:00-03:00');
    expect(await answer.text()).toBe(ACCEPTED);
    const [request, ...others] = service.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ url: `/base${PATH}`, body: PAY_IN });
    expect(request!.headers).toMatchObject({
      ...{ 'x-timestamp': HEADERS['X-TIMESTAMP'], 'x-signature': 's', 'x-partner-id': 'M0001' },
      ...{ authorization: 'Bearer x', host: new URL(service.url).host, 'content-type': 'application/json' },
      'content-length': String(PAY_IN.length),
    });
    expect(request!.headers['accept-encoding']).toBe('identity');
  });

  it('is logged with its response, which ingest reads as a pay-in without a violation', async () => {
    const service = await startService();
    const capture = await serveCapture({ settings: { forward: service.url }, at: () => NOON });
    await capture.post(PAY_IN, HEADERS, PATH);
    expect(payIns(capture)).toMatchObject([
      {
        sentAt: '2026-11-20T12:00:00Z',
        request: {
          body: { ...JSON.parse(PAY_IN), payer: { pixAccount: '00000000000' } },
          bodySha256: sha256(PAY_IN),
        },
        response: { status: 200, body: JSON.parse(ACCEPTED), bodySha256: sha256(ACCEPTED) },
      },
    ]);
    const [line] = loggedLines(capture.folder, 'pay-ins-');
    expect(line).toContain('"amount":20000.00}');
    expect(normaliseLine(line!, parseSettings({}))).toMatchObject({ kind: 'pay-in', violations: [] });
  });

  it('on other paths, or without the setting, is a callback like others', async () => {
    const service = await startService();
    const forwarding = await serveCapture({ settings: { forward: service.url } });
    for (const path of ['/', `${PATH}/`, `${PATH}x`, '/v1.0/transaction/pay-in']) {
      expect(await (await forwarding.post(CALLBACK, {}, path)).text(), path).toBe('SUCCESS');
    }
    const plain = await serveCapture();
    expect(await (await plain.post(CALLBACK, {}, PATH)).text()).toBe('SUCCESS');
    expect(service.requests).toEqual([]);
  });

  it('that is no message of the interface is refused, and not passed on', async () => {
    const service = await startService();
    const capture = await serveCapture({ settings: { forward: service.url, maxBodyBytes: 1024 } });
    expect((await capture.post('no JSON', HEADERS, PATH)).status).toBe(400);
    expect((await capture.post(PAY_IN.padEnd(1025), HEADERS, PATH)).status).toBe(413);
    expect((await capture.post(PAY_IN, { 'Content-Encoding': 'gzip' }, PATH)).status).toBe(415);
    expect([service.requests, payIns(capture)]).toEqual([[], []]);
    expect(await capture.metric('payin_recon_capture_pay_ins_total{result="refused"}')).toBe(3);
  });
});

describe('an answer of the service', () => {
  it.each([
    [200, '{"code":"51","message":"no"}', { code: '51', message: 'no' }],
    [500, '{"code":"99"}', { code: '99' }],
    [307, '{"code":"00"}', { code: '00' }],
    [502, '<html>Bad Gateway for 52998224725</html>', {}],
    [200, '["00"]', {}],
    [204, '', {}],
  ])('of status %i with %s is passed back and logged as %j', async (status, text, body) => {
    const service = await startService((response) => response.writeHead(status, { 'X-Own': 'a' }).end(text));
    const capture = await serveCapture({ settings: { forward: service.url } });
    const url = new URL(PATH, capture.url);
    const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: PAY_IN, redirect: 'manual' });
    expect([answer.status, await answer.text(), answer.headers.get('x-own')]).toEqual([status, text, 'a']);
    expect(payIns(capture)).toMatchObject([{ response: { status, body, bodySha256: sha256(text) } }]);
    expect(payIns(capture)[0]!.response!.body).toEqual(body);
    expect(service.requests).toHaveLength(1);
  });

  it('has each of its headers for itself, as cookies cannot be joined', async () => {
    const cookies = ['a=1; Expires=Sun, 29 Nov 2026 12:00:00 GMT', 'b=2'];
    const service = await startService((response) =>
      response.writeHead(200, { 'Set-Cookie': cookies }).end(ACCEPTED),
    );
    const capture = await serveCapture({ settings: { forward: service.url } });
    const answer = await capture.post(PAY_IN, HEADERS, PATH);
    expect(answer.headers.getSetCookie()).toEqual(cookies);
  });

  it.each([
    ['that never comes', () => undefined, 504, 'The service did not answer in time'],
    ['that breaks off', (response: { destroy(): void }) => response.destroy(), 502, 'ECONNRESET'],
    [
      'that breaks off in its body',
      (response: {
        writeHead(status: number, headers: object): void;
        write(text: string, done: () => void): void;
        destroy(): void;
      }) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"code":', () => response.destroy());
      },
      502,
      'ECONNRESET',
    ],
    [
      'that is too long',
      (response: { end(text: string): void }) => response.end(`{"code":"${'0'.repeat(1_100_000)}"}`),
      502,
      'too long',
    ],
  ])(
    '%s is told from others, and the request is logged without it',
    async (_what, answers, status, reason) => {
      const service = await startService(answers as Parameters<typeof startService>[0]);
      // However slow the machine is, the others do not take as long.
      const forwardSeconds = status === 504 ? 1 : 600;
      const capture = await serveCapture({ settings: { forward: service.url, forwardSeconds } });
      const answer = await capture.post(PAY_IN, HEADERS, PATH);
      expect(answer.status).toBe(status);
      const { code, message } = (await answer.json()) as { code: string; message: string };
      expect(code).toBe(`CAPTURE_${status}`);
      expect(message).toContain(reason);
      expect(payIns(capture)).toEqual([expect.not.objectContaining({ response: expect.anything() })]);
      expect(payIns(capture)[0]!.request.bodySha256).toBe(sha256(PAY_IN));
      expect(await capture.metric('payin_recon_capture_pay_ins_total{result="unanswered"}')).toBe(1);
    },
  );

  it('of a service that cannot be reached is an error of its own', async () => {
    const capture = await serveCapture({ settings: { forward: 'http://127.0.0.1:1' } });
    const answer = await capture.post(PAY_IN, HEADERS, PATH);
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('ECONNREFUSED')]);
    expect(payIns(capture)).toHaveLength(1);
  });
});

describe('a disk that fails', () => {
  /** A disk on which files whose names have this part cannot be written. */
  const without = (part: string): Disk => ({
    ...DISK,
    open: async (path) => {
      const file = await DISK.open(path);
      const append = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
      return path.includes(part) ? { ...file, append } : file;
    },
  });

  it('before the request is passed on keeps it from being passed on', async () => {
    const service = await startService();
    const capture = await serveCapture({ disk: without('forwarding'), settings: { forward: service.url } });
    const answer = await capture.post(PAY_IN, HEADERS, PATH);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('was not forwarded')]);
    expect(service.requests).toEqual([]);
    expect((await fetch(`${capture.url}/healthz`)).status).toBe(503);
  });

  it('after it was passed on does not keep the answer from the merchant, and the next start logs it', async () => {
    const service = await startService();
    const folder = temporaryFolder();
    const settings = { forward: service.url };
    const capture = await serveCapture({ folder, disk: without('pay-ins'), settings });
    expect(await (await capture.post(PAY_IN, HEADERS, PATH)).text()).toBe(ACCEPTED);
    expect(capture.log.join()).toContain('response to a pay-in request not stored');
    expect((await fetch(`${capture.url}/healthz`)).status).toBe(503);
    const metrics = await (await fetch(`${capture.url}/metrics`)).text();
    expect(metrics).toMatch(/^payin_recon_capture_pay_ins_total\{result="not_stored"\} 1$/m);
    await capture.close();
    expect(payIns(capture)).toEqual([]);
    const next = await serveCapture({ folder, settings });
    expect(payIns(next)).toMatchObject([{ request: { bodySha256: sha256(PAY_IN) } }]);
  });
});

describe('a kill', () => {
  const PENDING = 'forwarding.pending';

  /** Sends a request, and gives what the folder had when it was passed on. */
  const killedWhileForwarding = async () => {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const service = await startService((response, request) => resolve(() => accept(response, request)));
    const capture = await serveCapture({ settings: { forward: service.url } });
    const answered = capture.post(PAY_IN, HEADERS, PATH);
    const goOn = await promise;
    const pending = readFileSync(join(capture.folder, PENDING), 'utf8');
    goOn();
    await answered;
    await capture.close();
    return {
      pending,
      settings: { forward: service.url },
      after: readFileSync(join(capture.folder, PENDING), 'utf8'),
    };
  };

  it('while the service works leaves the request, which the next start logs once, without response', async () => {
    const { pending, settings, after } = await killedWhileForwarding();
    expect(after, 'once it is logged').toBe('');
    const folder = temporaryFolder();
    writeFileSync(join(folder, PENDING), pending);
    // Another that was being written when the program was killed: it was not passed on.
    appendFileSync(join(folder, PENDING), pending.slice(0, 100));
    const next = await serveCapture({ folder, settings });
    expect(payIns(next)).toMatchObject([{ request: { bodySha256: sha256(PAY_IN) } }]);
    expect(payIns(next)[0]).not.toHaveProperty('response');
    expect(next.log.join()).toContain('calls under way at the last stop logged without a response');
    await next.close();
    const later = await serveCapture({ folder, settings });
    expect(payIns(later)).toHaveLength(1);
    expect(later.log.join()).not.toContain('calls under way');
  });

  it('does not make calls forgotten that began while others were under way', async () => {
    const waiting: (() => void)[] = [];
    const service = await startService((response, request) => {
      waiting.push(() => accept(response, request));
    });
    const capture = await serveCapture({ settings: { forward: service.url } });
    const answered = [];
    // Some are answered in between, so that ends and beginnings are stored together.
    for (let at = 0; at < 12; at += 1) {
      answered.push(capture.post(PAY_IN.replace('ORDER00001', `ORDER0001${at}`), HEADERS, PATH));
      while (service.requests.length <= at) await turns();
      if (at % 3 === 2) waiting.shift()!();
    }
    await answered[0];
    const folder = temporaryFolder();
    writeFileSync(join(folder, PENDING), readFileSync(join(capture.folder, PENDING)));
    const next = await serveCapture({ folder, settings: { forward: service.url } });
    const left = payIns(next).map(({ request }) => request.body['orderNo']);
    for (let at = 4; at < 12; at += 1) expect(left).toContain(`ORDER0001${at}`);
    for (const answer of waiting) answer();
    await Promise.all(answered);
  });
});
