import { describe, expect, it } from 'vitest';
import { raw } from '../web/raw-request.ts';
import { brazilOrder } from './pay-in-requests.ts';
import { PATH, serveSandbox } from './served-sandbox.ts';
import { bytesOf, codeOf, expectWell, wire } from './wire.ts';

const MEGABYTE = 1_048_576;
const SHORT = { headTime: 2_000, requestTime: 4_000, checkTime: 20 };

describe('a body that is no JSON object in UTF-8', () => {
  it.each([
    ['a byte that is not UTF-8', bytesOf(brazilOrder()).replace('Pedido', '\xff')],
    ['a surrogate in UTF-8', bytesOf(brazilOrder()).replace('Pedido', '\xed\xa0\x80')],
    ['UTF-16', Buffer.from(JSON.stringify(brazilOrder()), 'utf16le').toString('latin1')],
    ['a byte order mark', `\xef\xbb\xbf${bytesOf(brazilOrder())}`],
    ['nothing', ''],
    ['NUL', '\0'],
    ['two objects', `${bytesOf(brazilOrder())}${bytesOf(brazilOrder())}`],
    ['a comment', `${bytesOf(brazilOrder())} // order`],
    ['NaN', bytesOf(brazilOrder()).replace('20000', 'NaN')],
    ['a list', `[${bytesOf(brazilOrder())}]`],
    ['a list in a list, 30,000 times', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['an object in an object, 1,000 times', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
    [
      'a deep member that the interface does not have',
      bytesOf(brazilOrder()).replace(/}$/, `,"x":${'['.repeat(64)}${']'.repeat(64)}}`),
    ],
  ])('is refused: %s', async (_, body) => {
    const served = await serveSandbox();
    const answer = await raw(served.url, wire(served, body));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'SBX02']);
    await expectWell(served);
  });

  it.each([
    ['orderNo', '"orderNo":"BR0002",'],
    ['purpose', '"purpose":"x",'],
    ['callbackUrl', '"callbackUrl":"http://127.0.0.1:9/","callbackUrl":"http://127.0.0.1:8/",'],
    ['money', '"money":{"currency":"BRL","amount":1},'],
    ['merchant', '"merchant":{"merchantId":"M002"},'],
    ['orderNo', '"\\u006frderNo":"BR0002",'],
  ])('is refused where it has a key twice: %s', async (key, twice) => {
    const served = await serveSandbox();
    const answer = await raw(served.url, wire(served, bytesOf(brazilOrder()).replace('{', `{${twice}`)));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'SBX02']);
    expect(answer.text).toContain(`a key twice: ${key}"`);
    await expectWell(served);
  });

  it.each(['"merchantId":"M002",', '"merchantName":"x",'])(
    'is refused where merchant has a key twice: %s',
    async (twice) => {
      const served = await serveSandbox();
      const body = bytesOf(brazilOrder()).replace('"merchant":{', `"merchant":{${twice}`);
      const answer = await raw(served.url, wire(served, body));
      expect(answer.text).toContain('a key twice: merchant.merchant');
      await expectWell(served);
    },
  );

  it('is not mistaken for parts of the program', async () => {
    const served = await serveSandbox();
    const text = '{"__proto__":{"orderNo":"POLLUTED"},"constructor":{"prototype":{"orderNo":"POLLUTED"}},';
    const noNumber = bytesOf(brazilOrder({ orderNo: undefined } as never));
    const answer = await raw(served.url, wire(served, noNumber.replace('{', text)));
    expect(codeOf(answer)).toBe('SBX05');
    expect(({} as Record<string, unknown>)['orderNo']).toBeUndefined();
    const named = bytesOf(brazilOrder({ orderNo: 'constructor', merchant: { merchantId: 'toString' } }));
    const made = await raw(served.url, wire(served, named, { 'X-PARTNER-ID': 'toString' }));
    expect(codeOf(made)).toBe('00');
    await expectWell(served, ['constructor']);
  });

  it('is refused where it is compressed', async () => {
    const served = await serveSandbox();
    for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const answer = await raw(
        served.url,
        wire(served, bytesOf(brazilOrder()), { 'Content-Encoding': coding }),
      );
      expect([answer.status, codeOf(answer)]).toEqual([400, 'SBX02']);
    }
    await expectWell(served);
  });
});

describe('a body that is too long', () => {
  it('is refused at once, before it is sent', async () => {
    const served = await serveSandbox();
    const lengths = ['65537', '104857600', '9007199254740993'];
    const sent = lengths.map((length) => raw(served.url, wire(served, '', { 'Content-Length': length })));
    for (const [index, answer] of (await Promise.all(sent)).entries()) {
      expect([answer.status, codeOf(answer)], lengths[index]).toEqual([413, 'SBX03']);
      expect(answer.headers.get('connection')).toBe('close');
    }
    await expectWell(served);
  });

  it('is accepted up to 65536 bytes', async () => {
    const served = await serveSandbox();
    const body = bytesOf(brazilOrder());
    const answer = await raw(served.url, wire(served, body + ' '.repeat(65_536 - body.length)));
    expect(codeOf(answer)).toBe('00');
    const more = await raw(served.url, wire(served, body + ' '.repeat(65_537 - body.length)));
    expect(codeOf(more)).toBe('SBX03');
    await expectWell(served, ['BR0001']);
  });

  it.each([
    ['with its length', { 'Content-Length': String(100 * MEGABYTE) }, 'a'.repeat(MEGABYTE)],
    [
      'in chunks without end',
      { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
      `${MEGABYTE.toString(16)}\r\n${'a'.repeat(MEGABYTE)}\r\n`,
    ],
  ])('is not read to its end, 100 MB %s', async (_, headers, block) => {
    const served = await serveSandbox();
    let written = 0;
    const answer = await raw(served.url, wire(served, '', headers), {
      after: async (socket) => {
        for (; written < 100 && !socket.destroyed; written += 1) {
          await new Promise<void>((resolve) => socket.write(block, () => resolve()));
        }
      },
    });
    // A connection that is cut while it is written to may take the answer with it.
    expect([0, 413]).toContain(answer.status);
    await expectWell(served);
  });

  it('in chunks is refused as soon as it is too long', async () => {
    const served = await serveSandbox();
    const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    const chunk = `10001\r\n${'a'.repeat(0x10001)}\r\n`;
    const answer = await raw(served.url, wire(served, '', headers) + chunk);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'SBX03']);
    await expectWell(served);
  });
});

describe('a request that is not valid HTTP, or two at once to another reader', () => {
  it.each<[string, Readonly<Record<string, string | undefined>>, string?]>([
    ['two Content-Length headers', { 'Content-Length': '5\r\nContent-Length: 6' }],
    ['Content-Length and chunks', { 'Transfer-Encoding': 'chunked' }],
    ['a negative Content-Length', { 'Content-Length': '-1' }],
    ['a space after a name', { 'X-One : a\r\nX-Two': 'b' }],
    ['NUL in a header', { 'X-One': 'a\0b' }],
    ['a carriage return in a header', { 'X-One': 'a\rb' }],
    ['no method that there is', {}, `FOO ${PATH} HTTP/1.1`],
    ['no version that there is', {}, `POST ${PATH} HTTP/9.9`],
  ])('is refused: %s', async (_, headers, line) => {
    const served = await serveSandbox();
    const answer = await raw(served.url, wire(served, bytesOf(brazilOrder()), headers, line));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'SBX17']);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-timestamp')).toBe('2026-11-19T13:05:00+00:00');
    await expectWell(served);
  });

  it('is refused without Host', async () => {
    const served = await serveSandbox();
    const answer = await raw(served.url, wire(served, bytesOf(brazilOrder()), { Host: undefined }));
    expect(answer.status).toBe(400);
    await expectWell(served);
  });

  it.each(['evil.example', 'evil.example:PORT', '127.0.0.1.evil.example:PORT', 'localhost', ''])(
    'is refused for another host, as a name that leads to this machine makes a browser send it: %j',
    async (name) => {
      const served = await serveSandbox();
      await served.create();
      const { port, host } = new URL(served.url);
      const Host = name.replace('PORT', port);
      const { tradeNo } = served.known('BR0001').order;
      const order = bytesOf(brazilOrder({ orderNo: 'BR0002' }));
      const lines = [undefined, 'GET / HTTP/1.1', `POST /cashier/${tradeNo}/pay HTTP/1.1`];
      for (const line of lines) {
        const answer = await raw(served.url, wire(served, order, { Host }, line));
        expect(answer.status, line).toBe(403);
        expect(answer.text).toBe(
          'This host name is not allowed. Set sandbox.url to the address that you use.\n',
        );
        expect(answer.text).not.toContain('BR0001');
      }
      expect(served.known('BR0001').payments).toEqual([]);
      for (const own of [host, `LOCALHOST:${port}`])
        expect((await raw(served.url, wire(served, '', { Host: own }, lines[1]))).status).toBe(200);
      await expectWell(served, ['BR0001']);
    },
  );

  it('is taken for the host of sandbox.url, and for any where it listens for others', async () => {
    const asked = async (sandbox: object) => {
      const served = await serveSandbox({ sandbox });
      const url = served.url.replace('0.0.0.0', '127.0.0.1');
      const line = 'GET / HTTP/1.1';
      return (await raw(url, wire(served, '', { Host: 'pay.example' }, line))).status;
    };
    expect(await asked({ url: 'http://pay.example/' })).toBe(200);
    expect(await asked({ url: 'http://other.example/' })).toBe(403);
    expect(await asked({ listen: '0.0.0.0:0' })).toBe(200);
    // Services reach it by a name of their own, payers by sandbox.url.
    expect(await asked({ listen: '0.0.0.0:0', url: 'http://other.example/' })).toBe(200);
  });

  it('has the code and status of the setting sandbox.errors.requestBroken', async () => {
    const served = await serveSandbox({
      sandbox: { errors: { requestBroken: { code: 'HTTP', httpStatus: 422 } } },
    });
    const answer = await raw(served.url, 'no HTTP\r\n\r\n');
    expect([answer.status, codeOf(answer)]).toEqual([422, 'HTTP']);
  });

  it('is refused with a head that is too long', async () => {
    const served = await serveSandbox();
    const answer = await raw(served.url, wire(served, '', { 'X-Long': 'a'.repeat(17_000) }));
    expect([answer.status, codeOf(answer)]).toEqual([431, 'SBX17']);
    const longer = await raw(served.url, wire(served, '', { 'X-Long': 'a'.repeat(MEGABYTE) }));
    // The sandbox does not read so much: its answer may be lost with the connection.
    expect([0, 431]).toContain(longer.status);
    await expectWell(served);
  });

  it('is ended where its head does not end', async () => {
    const served = await serveSandbox({ limits: SHORT });
    const answer = await raw(served.url, `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
    expect([answer.status, codeOf(answer)]).toEqual([408, 'SBX17']);
    await expectWell(served);
  });

  it('is ended where its body does not end', async () => {
    const served = await serveSandbox({ limits: SHORT });
    const body = bytesOf(brazilOrder()).slice(0, 20);
    const slow = await raw(served.url, wire(served, body, { 'Content-Length': '500' }));
    expect([0, 408]).toContain(slow.status);
    const chunks = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    const chunked = await raw(served.url, `${wire(served, '', chunks)}14\r\n${body}\r\n`);
    expect([0, 408]).toContain(chunked.status);
    await expectWell(served);
  });
});
