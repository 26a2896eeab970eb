/** Pay-in requests and metrics are for the addresses of the settings only: callbacks come from the internet. */
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { allowedFrom } from '../../src/capture/allowed-from.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { PAY_IN, startService } from './own-service.ts';
import { CALLBACK, NOON, type ServedCapture, serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const OTHER = '127.0.0.9';
/** Other systems give a machine 127.0.0.1 only. */
const LACKS_OTHER = process.platform !== 'linux';

const ADDRESSES = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
const LACKS_IPV6 = !ADDRESSES.some(({ family }) => family === 'IPv6');

interface Asked {
  readonly from: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly to?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Asks from an address of this machine. */
function ask({ url }: ServedCapture, { from, method = 'POST', path, body, to }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const options = { host: to ?? hostname, port, path, method, localAddress: from, agent: false };
    const sent = request(options, async (answer) => {
      const { statusCode = 0, headers } = answer;
      resolve({ status: statusCode, headers, text: Buffer.concat(await answer.toArray()).toString() });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const payIns = (capture: ServedCapture, result: string) =>
  capture.metric(`payin_recon_capture_pay_ins_total{result="${result}"}`);

describe('a pay-in request', () => {
  it.skipIf(LACKS_OTHER)(
    'from an address that the settings do not name is neither forwarded nor stored',
    async () => {
      const service = await startService();
      const capture = await serveCapture({ settings: { forward: service.url, forwardFrom: [OTHER] } });
      const { status, headers, text } = await ask(capture, { from: '127.0.0.1', path: PATH, body: PAY_IN });
      expect([status, JSON.parse(text)]).toEqual([
        403,
        { code: 'CAPTURE_403', message: 'Pay-in requests are not taken from this address' },
      ]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      // Neither below another path, nor with half a body.
      expect((await ask(capture, { from: '127.0.0.1', path: `/x${PATH}?a`, body: PAY_IN })).status).toBe(403);
      expect((await ask(capture, { from: '127.0.0.1', path: PATH, body: PAY_IN.slice(0, 40) })).status).toBe(
        403,
      );
      expect(service.requests).toEqual([]);
      expect([capture.records('pay-ins'), capture.records('callbacks')]).toEqual([[], []]);
      expect([await payIns(capture, 'forbidden'), await payIns(capture, 'answered')]).toEqual([3, 0]);

      expect((await ask(capture, { from: OTHER, path: PATH, body: PAY_IN })).status).toBe(200);
      expect(service.requests).toHaveLength(1);
      expect(capture.records('pay-ins')).toHaveLength(1);
    },
  );

  it('that is refused is in the log with its address, and many are a line a minute', async () => {
    const service = await startService();
    let at = NOON;
    const settings = { forward: service.url, forwardFrom: [OTHER] };
    const capture = await serveCapture({ settings, at: () => at });
    const refuse = () => ask(capture, { from: '127.0.0.1', path: PATH, body: PAY_IN });
    for (let count = 0; count < 3; count += 1) await refuse();
    at = { ...NOON, seconds: NOON.seconds + 60 };
    await refuse();
    const lines = capture.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('refused'));
    expect(lines).toMatchObject([
      { level: 'warn', address: '127.0.0.1', requests: 1 },
      { level: 'warn', address: '127.0.0.1', requests: 3 },
    ]);
    expect(lines[0].msg).toBe('pay-in request refused: its address is not in capture.forwardFrom');
    expect(capture.log.join('')).not.toContain('ORDER00001');
  });

  it('leaves callbacks as they are, from wherever they come, and without forward its path too', async () => {
    const service = await startService();
    const capture = await serveCapture({ settings: { forward: service.url, forwardFrom: [OTHER] } });
    expect((await ask(capture, { from: '127.0.0.1', path: '/callbacks', body: CALLBACK })).text).toBe(
      'SUCCESS',
    );
    const plain = await serveCapture({ settings: { forwardFrom: [OTHER] } });
    expect((await ask(plain, { from: '127.0.0.1', path: PATH, body: CALLBACK })).text).toBe('SUCCESS');
  });

  it('is allowed by addresses and networks of both kinds, in either form', () => {
    const log = { warn: () => undefined };
    const allows = (list: readonly string[]) => {
      const isAllowed = allowedFrom(list, log, '');
      return (remoteAddress: string) => isAllowed({ socket: { remoteAddress } } as never);
    };
    const named = ['10.0.0.0/9', '2001:db8::/33', '192.0.2.7', '::ffff:198.51.100.7'];
    const taken = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:7000::1', '192.0.2.7', '::ffff:192.0.2.7'];
    const others = [
      '10.200.0.1',
      '::ffff:10.200.0.1',
      '2001:db8:8000::1',
      '192.0.2.8',
      '127.0.0.1',
      '::1',
      '',
    ];
    const { forwardFrom } = parseSettings({ capture: { forwardFrom: named } }).capture;
    expect([...taken, '198.51.100.7', '::ffff:198.51.100.7'].map(allows(forwardFrom))).not.toContain(false);
    expect([...others, '198.51.100.8'].map(allows(forwardFrom))).not.toContain(true);
    const byDefault = parseSettings({}).capture;
    for (const list of [byDefault.forwardFrom, byDefault.metricsFrom]) {
      const own = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'];
      expect(own.map(allows(list))).not.toContain(false);
      const outside = ['10.0.0.1', '128.0.0.1', '::2', 'fe80::1', '::ffff:10.0.0.1', '0.0.0.0', ''];
      expect(outside.map(allows(list))).not.toContain(true);
    }
  });
});

// By IPv6, an address of IPv4 is seen in its form of IPv6.
describe.each([
  ['0.0.0.0:0', false],
  ['[::]:0', LACKS_IPV6],
])('an endpoint that listens on %s', (listen, isMissing) => {
  /** The statuses of a pay-in request, of /metrics and of /healthz, asked from an address of this machine. */
  async function statuses(capture: ServedCapture, address: string): Promise<number[]> {
    const asked = { from: address, to: address };
    const answers = [
      await ask(capture, { ...asked, path: PATH, body: PAY_IN }),
      await ask(capture, { ...asked, path: '/metrics', method: 'GET' }),
      await ask(capture, { ...asked, path: '/healthz', method: 'GET' }),
    ];
    return answers.map(({ status }) => status);
  }

  it.skipIf(isMissing)('takes pay-in requests from this machine by default', async () => {
    const service = await startService();
    const capture = await serveCapture({ settings: { forward: service.url, listen } });
    expect(await statuses(capture, '127.0.0.1')).toEqual([200, 200, 200]);
    expect(service.requests).toHaveLength(1);
  });

  it.skipIf(isMissing)('takes none from this machine where its addresses are not named', async () => {
    const service = await startService();
    const settings = { forward: service.url, listen, forwardFrom: [OTHER], metricsFrom: [OTHER] };
    const capture = await serveCapture({ settings });
    expect(await statuses(capture, '127.0.0.1')).toEqual([403, 405, 200]);
    expect(service.requests).toEqual([]);
  });
});

describe('GET /metrics', () => {
  it.skipIf(LACKS_OTHER)('is any other path for addresses that the settings do not name', async () => {
    const capture = await serveCapture({ settings: { metricsFrom: [OTHER] } });
    const asked = (path: string, from: string, method = 'GET') => ask(capture, { from, path, method });
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const [unknown, refused] = [
        await asked('/other', '127.0.0.1', method),
        await asked('/metrics', '127.0.0.1', method),
      ];
      for (const { headers } of [unknown, refused]) delete (headers as Record<string, unknown>)['date'];
      expect(refused).toEqual(unknown);
      expect(refused.text).not.toContain('payin_recon');
    }
    expect(await asked('/metrics?a=b', OTHER)).toMatchObject({
      status: 200,
      text: expect.stringContaining('payin_recon_capture_callbacks_total'),
    });
    expect((await asked('/healthz', '127.0.0.1')).status).toBe(200);
    expect(capture.log.map((line) => JSON.parse(line).msg)).toEqual([
      'metrics refused: the address is not in capture.metricsFrom',
    ]);
  });
});
