import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadSignatures } from '../../src/signatures/load-signatures.ts';
import type { CallbackMessage, RequestMessage, Signatures } from '../../src/signatures/signatures.ts';
import { CALLBACK, callbackOf, serveCapture, turns, until } from './served-capture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TIME = '2026-11-20T09:00:00-03:00';

let signatures: Signatures;
beforeEach(async () => {
  vi.stubEnv('PAYIN_REQUEST_KEY', 'key of requests');
  vi.stubEnv('PAYIN_CALLBACK_KEY', 'key of callbacks');
  signatures = (await loadSignatures('examples/signatures/hmac.mjs', ROOT))!;
  return () => vi.unstubAllEnvs();
});

const callback = (body: string, headers: Readonly<Record<string, string>> = {}): CallbackMessage => ({
  ...{ message: 'callback', body: Buffer.from(body), headers: { 'x-timestamp': TIME, ...headers } },
});
const request = (body: string, headers: Readonly<Record<string, string>> = {}): RequestMessage => ({
  ...{ message: 'request', body: Buffer.from(body), headers: { 'x-timestamp': TIME, ...headers } },
});

async function signed(body: string): Promise<Record<string, string>> {
  return { 'X-TIMESTAMP': TIME, 'X-SIGNATURE': await signatures.signCallback(callback(body)) };
}

describe('the example of a module', () => {
  it('finds its own signatures right, and no other', async () => {
    const right = await signatures.signCallback(callback(CALLBACK));
    expect(right).toMatch(/^[0-9a-f]{64}$/);
    expect(signatures.verifyCallback(callback(CALLBACK, { 'x-signature': right }))).toBe(true);
    for (const wrong of [{}, { 'x-signature': '' }, { 'x-signature': `${right.slice(1)}0` }]) {
      expect(signatures.verifyCallback(callback(CALLBACK, wrong))).toBe(false);
    }
    expect(signatures.verifyCallback(callback(`${CALLBACK} `, { 'x-signature': right }))).toBe(false);
    const later = { 'x-signature': right, 'x-timestamp': '2026-11-20T09:00:01-03:00' };
    expect(signatures.verifyCallback(callback(CALLBACK, later))).toBe(false);
    const asked = await signatures.signRequest(request(CALLBACK));
    expect(signatures.verifyRequest(request(CALLBACK, { 'x-signature': asked }))).toBe(true);
  });

  it('signs a request in another way than a callback, also with the same key', async () => {
    vi.stubEnv('PAYIN_REQUEST_KEY', 'key of callbacks');
    const asked = await signatures.signRequest(request(CALLBACK));
    expect(asked).not.toBe(await signatures.signCallback(callback(CALLBACK)));
    expect(signatures.verifyCallback(callback(CALLBACK, { 'x-signature': asked }))).toBe(false);
  });

  it('signs nothing without a key', () => {
    vi.stubEnv('PAYIN_CALLBACK_KEY', '');
    expect(() => signatures.signCallback(callback(CALLBACK))).toThrow('PAYIN_CALLBACK_KEY');
  });
});

it('the functions of requests are not taken for callbacks, by their types', () => {
  const take = (_verify: Signatures['verifyCallback']) => undefined;
  take(signatures.verifyCallback);
  // @ts-expect-error the formula of requests must not be used for callbacks
  take(signatures.verifyRequest);
  const sign = (_sign: Signatures['signCallback']) => undefined;
  sign(signatures.signCallback);
  // @ts-expect-error
  sign(signatures.signRequest);
  // @ts-expect-error
  const asRequest: RequestMessage = callback(CALLBACK);
  // @ts-expect-error
  const asCallback: CallbackMessage = request(CALLBACK);
  expect([asRequest.message, asCallback.message]).toEqual(['callback', 'request']);
});

describe('a callback', () => {
  it('with a right signature is logged as verified', async () => {
    const capture = await serveCapture({ signatures });
    // What is signed are the exact bytes, payer, blanks, line breaks and all.
    const body = CALLBACK.replace('"status"', '\r\n\t"payer":{"name":"Zoë 😀"}, "status"');
    expect(await (await capture.post(body, await signed(body))).text()).toBe('SUCCESS');
    expect(capture.records('callbacks')).toMatchObject([{ verified: true, ack: 'SUCCESS' }]);
    expect(capture.records('unverified')).toEqual([]);
  });

  it.each([
    ['one byte is another', (body: string) => body.replace('20000', '20001')],
    ['a blank was added', (body: string) => body.replace(',', ', ')],
    ['a character is written by its number', (body: string) => body.replace('Shop', 'Sh\\u006fp')],
  ])('whose signature is that of a body in which %s is stored apart and refused', async (_how, change) => {
    const capture = await serveCapture({ signatures });
    const answer = await capture.post(change(CALLBACK), await signed(CALLBACK));
    expect([answer.status, await answer.text()]).toEqual([401, 'The signature is not right']);
    expect(capture.records('callbacks')).toEqual([]);
    expect(capture.records('unverified')).toMatchObject([
      { verified: false, ack: 'The signature is not right', body: JSON.parse(change(CALLBACK)) },
    ]);
    expect(capture.log.join()).toContain('callback with a wrong signature, stored apart');
    expect(await capture.metric('payin_recon_capture_callbacks_total{result="unverified"}')).toBe(1);
    expect(await capture.metric('payin_recon_capture_callbacks_total{result="stored"}')).toBe(0);
  });

  it('without a signature, or with that of a request, is refused', async () => {
    const capture = await serveCapture({ signatures });
    const asked = await signatures.signRequest(request(CALLBACK));
    expect((await capture.post(CALLBACK)).status).toBe(401);
    const headers = { 'X-TIMESTAMP': TIME, 'X-SIGNATURE': asked };
    expect((await capture.post(CALLBACK, headers)).status).toBe(401);
    expect(capture.records('unverified')).toHaveLength(2);
  });

  it('with a wrong signature is acknowledged if the settings say so, and stored apart all the same', async () => {
    const capture = await serveCapture({ signatures, settings: { unverified: 'acknowledge' } });
    expect(await (await capture.post(CALLBACK)).text()).toBe('SUCCESS');
    expect(capture.records('callbacks')).toEqual([]);
    expect(capture.records('unverified')).toMatchObject([{ verified: false, ack: 'SUCCESS' }]);
  });

  it('has no verdict where nothing is checked', async () => {
    const capture = await serveCapture();
    await capture.post(CALLBACK, { 'X-SIGNATURE': 'anything' });
    expect(capture.records('callbacks')[0]).not.toHaveProperty('verified');
  });

  it('is given to the module whole, and only true is right', async () => {
    const seen: CallbackMessage[] = [];
    let verdict: unknown = Promise.resolve(true);
    const verifyCallback = (message: CallbackMessage) => {
      seen.push(message);
      return verdict as boolean;
    };
    const capture = await serveCapture({ signatures: { ...signatures, verifyCallback } });
    expect((await capture.post(`${CALLBACK}\r\n`, { 'X-One': 'a' })).status).toBe(200);
    expect(Buffer.from(seen[0]!.body).toString()).toBe(`${CALLBACK}\r\n`);
    expect(seen[0]).toMatchObject({ message: 'callback', headers: { 'x-one': 'a' } });
    for (verdict of ['true', 1, {}, undefined, null, Promise.resolve('yes')]) {
      expect((await capture.post(CALLBACK)).status).toBe(401);
    }
  });

  it('on which the module fails counts as not verified, and the next is taken', async () => {
    const verifyCallback = ({ body }: CallbackMessage) => {
      if (Buffer.from(body).includes('FAILS')) throw new Error('the key is not available');
      return Promise.resolve(true);
    };
    const capture = await serveCapture({ signatures: { ...signatures, verifyCallback } });
    expect((await capture.post(callbackOf('FAILS00001'))).status).toBe(401);
    expect(capture.log.join()).toContain('the module of signatures failed');
    expect(capture.log.join()).toContain('the key is not available');
    expect((await capture.post(CALLBACK)).status).toBe(200);
    expect(capture.records('unverified')).toMatchObject([{ verified: false }]);
  });

  it('on which the module gives no verdict counts as not verified, also while capture stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    const verifyCallback = () => {
      asked += 1;
      return new Promise<boolean>(() => undefined);
    };
    const capture = await serveCapture({ signatures: { ...signatures, verifyCallback } });
    const first = capture.post(callbackOf('HANGS00001'));
    await until(() => asked === 1);
    vi.advanceTimersByTime(4999);
    await turns();
    expect(capture.records('unverified')).toEqual([]);
    vi.advanceTimersByTime(1);
    expect((await first).status).toBe(401);
    expect(capture.log.join()).toContain('no result within 5 seconds');
    const second = capture.post(callbackOf('HANGS00002')).catch(() => undefined);
    await until(() => asked === 2);
    const closed = capture.close();
    vi.advanceTimersByTime(5000);
    await Promise.all([closed, second]);
    expect(capture.records('unverified')).toMatchObject([{ verified: false }, { verified: false }]);
  });
});
