import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { callbackReceiver } from './callback-receiver.ts';
import { brazilOrder } from './pay-in-requests.ts';
import { type ServedSandbox, serveSandbox } from './served-sandbox.ts';
import { expectRefused } from './verdicts.ts';

const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');
/** An address of this machine that other machines know. */
const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let orders = 0;

async function answerTo(served: ServedSandbox, callbackUrl: string) {
  orders += 1;
  return served.send(brazilOrder({ orderNo: `ADDRESS${orders}`, callbackUrl }));
}

/** Pays an order with this callbackUrl, and resolves once its first callback was tried. */
async function deliver(served: ServedSandbox, callbackUrl: string) {
  const answer = await answerTo(served, callbackUrl);
  expect(answer.body.code, answer.text).toBe('00');
  const known = served.known(String(answer.body['orderNo']));
  await served.sandbox.pay(known);
  served.timeline.advance(1);
  await served.settled();
  return known.deliveries[0]!;
}

describe('a callbackUrl', () => {
  it.each([
    ...[
      'http://10.0.0.1/',
      'http://192.168.0.1/',
      'http://172.16.0.1/',
      'http://169.254.169.254/latest/meta-data',
    ],
    ...[
      'http://0.0.0.0/',
      'http://[::]/',
      'http://[fe80::1]/',
      'http://[fd00::1]/',
      'http://[::ffff:10.0.0.1]/',
    ],
    // The same addresses in other spellings.
    ...['http://167772161/', 'http://0x0a000001/', 'http://012.0.0.1/', 'http://10.1/', 'http://0/'],
    ...['http://2852039166/', 'http://0xa9fea9fe/', 'http://[::ffff:a9fe:a9fe]/'],
    ...[
      'http://shop.example/',
      'http://127.0.0.1.evil.example/',
      'http://localhost.evil.example/',
      'http://localhost./',
    ],
    ...['http://metadata.google.internal/', 'https://8.8.8.8/', 'http://255.255.255.255/'],
  ])('that is not of this machine is refused: %s', async (url) => {
    const served = await serveSandbox();
    expectRefused(await answerTo(served, url), 'callbackUrlRefused', /neither a loopback address nor a host/);
    expect([...served.sandbox.orders()]).toEqual([]);
  });

  it.each([
    ...[
      'http://127.0.0.1',
      'http://localhost',
      'http://LOCALHOST',
      'http://[::1]',
      'http://127.0.0.2',
      'http://127.1',
    ],
    ...[
      'http://2130706433',
      'http://0x7f000001',
      'http://0177.0.0.1',
      'http://127.0.0.1.',
      'https://127.0.0.1',
    ],
  ])('that is the sandbox itself is refused: %s with its port', async (host) => {
    const served = await serveSandbox();
    const url = `${host}:${new URL(served.url).port}/cashier/1/pay`;
    expectRefused(await answerTo(served, url), 'callbackUrlRefused', /the sandbox itself/);
  });

  it.each(['http://user@127.0.0.1:9/', 'http://user:word@127.0.0.1:9/', 'http://127.0.0.1:9@shop.example/'])(
    'with a user or password is refused: %s',
    async (url) => {
      const served = await serveSandbox({ sandbox: { callbackHosts: ['shop.example'] } });
      expectRefused(await answerTo(served, url), 'callbackUrlRefused', /with a user or password/);
    },
  );

  it.each(['http://127.0.0.1:99999/', 'http://[::1/', 'http://256.0.0.1/', 'http://exa%20mple/'])(
    'that is no URL is refused: %s',
    async (url) => {
      expectRefused(await answerTo(await serveSandbox(), url), 'callbackUrlRefused', /not a URL/);
    },
  );

  it('may be of any loopback address, however it is spelled', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '127.1']) {
      const delivery = await deliver(served, receiver.url.replace('127.0.0.1', host));
      expect(delivery, host).toMatchObject({ isAcknowledged: true });
    }
    expect(receiver.received).toHaveLength(5);
  });

  it.skipIf(!hasIpv6)('may be of IPv6', async () => {
    const receiver = await callbackReceiver({ host: '::1' });
    const served = await serveSandbox();
    expect(await deliver(served, receiver.url)).toMatchObject({ isAcknowledged: true });
  });

  it('may be of a host of the setting sandbox.callbackHosts, and of no other', async () => {
    const served = await serveSandbox({ sandbox: { callbackHosts: ['Shop.example', '10.0.0.1'] } });
    for (const url of [
      'https://shop.example/a',
      'http://SHOP.EXAMPLE:81/',
      'http://10.0.0.1/',
      'http://0x0a000001/',
    ]) {
      expect((await answerTo(served, url)).body.code, url).toBe('00');
    }
    for (const url of ['https://a.shop.example/', 'https://shop.example.evil/', 'http://10.0.0.2/']) {
      expectRefused(await answerTo(served, url), 'callbackUrlRefused');
    }
  });

  it.skipIf(outside === undefined)('of an allowed host is called', async () => {
    const receiver = await callbackReceiver({ host: outside! });
    expectRefused(await answerTo(await serveSandbox(), receiver.url), 'callbackUrlRefused');
    const served = await serveSandbox({ sandbox: { callbackHosts: [outside] } });
    expect(await deliver(served, receiver.url)).toMatchObject({ isAcknowledged: true });
  });

  it('is judged in the same way where it comes from the settings', async () => {
    const served = await serveSandbox({ sandbox: { callbackUrl: 'http://10.0.0.1/callbacks' } });
    expectRefused(await served.send(brazilOrder()), 'callbackUrlRefused');
  });

  it('at which nobody listens is tried again', async () => {
    const served = await serveSandbox();
    const delivery = await deliver(served, 'http://127.0.0.1:9/callbacks');
    expect(delivery).toMatchObject({ isAcknowledged: false, answer: 'ECONNREFUSED' });
    expect(served.timeline.planned()).toEqual([5]);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('of a receiver are not followed: %s', async (status) => {
    const [receiver, other] = [await callbackReceiver(), await callbackReceiver()];
    receiver.answer = (response) => void response.writeHead(status, { Location: other.url }).end();
    const served = await serveSandbox();
    const delivery = await deliver(served, receiver.url);
    expect(delivery).toMatchObject({ isAcknowledged: false, answer: `${status} ` });
    expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
  });
});
