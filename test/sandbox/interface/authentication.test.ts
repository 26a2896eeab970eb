import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Signatures } from '../../../src/signatures/signatures.ts';
import { callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder } from '../pay-in-requests.ts';
import { serveSandbox } from '../served-sandbox.ts';
import { expectRefused } from '../verdicts.ts';

const hmac = (
  key: string,
  { headers, body }: Parameters<Signatures['signRequest']>[0] | Parameters<Signatures['signCallback']>[0],
) =>
  createHmac('sha256', key)
    .update(headers['x-timestamp'] ?? '')
    .update(body)
    .digest('hex');

/** Two formulas that differ, as the interface has them. */
const SIGNATURES: Signatures = {
  signRequest: (request) => hmac('request key', request),
  verifyRequest: (request) => request.headers['x-signature'] === hmac('request key', request),
  signCallback: async (callback) => hmac('callback key', callback),
  verifyCallback: (callback) => callback.headers['x-signature'] === hmac('callback key', callback),
};

const TIME = '2026-11-19T10:05:00-03:00';

function signed(body: object, key = 'request key', time = TIME): string {
  const headers = { 'x-timestamp': time };
  return hmac(key, { message: 'request', headers, body: Buffer.from(JSON.stringify(body)) });
}

describe('Authentication', () => {
  it('1. Every pay-in request carries X-PARTNER-ID, X-TIMESTAMP and X-SIGNATURE (signature of the JSON body)', async () => {
    const served = await serveSandbox({ signatures: SIGNATURES });
    const body = brazilOrder();
    const send = (signature: string, sent: object = body) => served.send(sent, { 'X-SIGNATURE': signature });
    for (const wrong of ['unsigned', signed(body).toUpperCase(), signed({ ...body, purpose: 'x' })]) {
      expectRefused(await send(wrong), 'signatureInvalid');
    }
    expectRefused(
      await send(signed(body), brazilOrder({ money: { currency: 'BRL', amount: 1 } })),
      'signatureInvalid',
    );
    expect([...served.sandbox.orders()], 'no order is made').toEqual([]);
    expect((await send(signed(body))).body.code).toBe('00');
  });

  it('1. The signature is of the exact bytes of the body, with all its spaces', async () => {
    const served = await serveSandbox({ signatures: SIGNATURES });
    const text = `${JSON.stringify(brazilOrder(), null, 2)}\n`;
    const headers = { 'x-timestamp': TIME };
    const signature = hmac('request key', { message: 'request', headers, body: Buffer.from(text) });
    const answer = await served.send(Buffer.from(text), { 'X-SIGNATURE': signature });
    expect(answer.body.code).toBe('00');
  });

  it('2. Every callback carries X-TIMESTAMP and X-SIGNATURE, a new one for each attempt', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const served = await serveSandbox({ signatures: SIGNATURES });
    const body = brazilOrder({ callbackUrl: receiver.url });
    await served.send(body, { 'X-SIGNATURE': signed(body) });
    await served.sandbox.pay(served.known('BR0001'));
    for (const [attempt, wait] of [1, 5].entries()) {
      served.timeline.advance(wait);
      await receiver.has(attempt + 1);
      await served.settled();
    }
    const times = receiver.received.map(({ headers }) => headers['x-timestamp']);
    expect(times).toEqual(['2026-11-19T10:05:01-03:00', '2026-11-19T10:05:06-03:00']);
    for (const { headers, text } of receiver.received) {
      const given = { 'x-timestamp': String(headers['x-timestamp']) };
      const expected = hmac('callback key', { message: 'callback', headers: given, body: Buffer.from(text) });
      expect(headers['x-signature']).toBe(expected);
    }
  });

  it('2. The callback signature is computed differently from the request signature', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ signatures: SIGNATURES });
    const body = brazilOrder({ callbackUrl: receiver.url });
    // The formula of callbacks does not sign a request.
    expectRefused(
      await served.send(body, { 'X-SIGNATURE': signed(body, 'callback key') }),
      'signatureInvalid',
    );
    await served.send(body, { 'X-SIGNATURE': signed(body) });
    await served.sandbox.pay(served.known('BR0001'));
    served.timeline.advance(1);
    const [{ headers, text }] = (await receiver.has(1)) as [(typeof receiver.received)[number]];
    const given = { 'x-timestamp': String(headers['x-timestamp']) };
    const byRequest = hmac('request key', { message: 'request', headers: given, body: Buffer.from(text) });
    expect(headers['x-signature']).not.toBe(byRequest);
  });

  it('3. Signature algorithm and formula for requests, not shown: any signature is taken without signatures.module', async () => {
    const served = await serveSandbox();
    expect((await served.send(brazilOrder(), { 'X-SIGNATURE': 'anything' })).body.code).toBe('00');
  });

  it('4. Signature verification formula for callbacks, not shown: without signatures.module X-SIGNATURE is "unsigned"', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    await served.createPaid(brazilOrder({ callbackUrl: receiver.url }));
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    expect(callback!.headers['x-signature']).toBe('unsigned');
  });

  it('a formula that fails counts as a wrong signature of a request, and sends no callback; the log says so', async () => {
    const receiver = await callbackReceiver();
    const fails = () => {
      throw new Error('the key is not set');
    };
    const failing = { ...SIGNATURES, verifyRequest: fails };
    const served = await serveSandbox({ signatures: failing });
    expectRefused(await served.send(brazilOrder()), 'signatureInvalid');
    expect([...served.sandbox.orders()]).toEqual([]);
    expect(served.log.join()).toContain('the key is not set');
    for (const signCallback of [fails, () => 'two\nlines']) {
      const unsigned = { ...SIGNATURES, verifyRequest: () => true, signCallback };
      const sending = await serveSandbox({ signatures: unsigned });
      await sending.createPaid(brazilOrder({ callbackUrl: receiver.url }));
      sending.timeline.advance(1);
      await sending.settled();
      expect(sending.log.join()).toContain('callback not sent');
      expect(sending.known('BR0001').deliveries).toMatchObject([{ isAcknowledged: false }]);
      expect(sending.timeline.planned()).toEqual([5]);
    }
    expect(receiver.received).toEqual([]);
  });

  it.each([true, 'yes', 1, undefined])('a verdict counts only if it is true, not %s', async (verdict) => {
    const signatures = { ...SIGNATURES, verifyRequest: () => verdict as boolean };
    const served = await serveSandbox({ signatures });
    const { code } = (await served.send(brazilOrder())).body;
    expect(code).toBe(verdict === true ? '00' : 'SBX09');
  });
});
