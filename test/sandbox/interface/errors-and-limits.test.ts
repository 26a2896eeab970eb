import { describe, expect, it } from 'vitest';
import { SANDBOX_ERRORS, type SandboxError } from '../../../src/settings/sandbox.ts';
import { brazilOrder, egyptOrder, MERCHANT } from '../pay-in-requests.ts';
import { type Answered, PATH, type ServedSandbox, serveSandbox } from '../served-sandbox.ts';
import { expectRule } from '../verdicts.ts';

type Errors = Readonly<Record<string, object>>;

const SETTINGS = {
  ...{ merchants: [{ merchantId: MERCHANT }], limits: { BRL: { most: 30_000 } } },
  callbackUrl: 'http://127.0.0.1:9/callbacks',
};

/** A request that each error answers; what is not valid HTTP, or comes too fast, is shown elsewhere. */
const CAUSES: Readonly<
  Record<
    Exclude<SandboxError, 'tooManyRequests' | 'unavailable' | 'requestBroken' | 'signatureInvalid'>,
    (served: ServedSandbox) => Promise<Answered>
  >
> = {
  contentType: (served) => served.send(brazilOrder(), { 'Content-Type': 'text/plain' }),
  bodyUnreadable: (served) => served.send(Buffer.from('no JSON')),
  bodyTooLong: (served) => served.send(brazilOrder({ purpose: 'a'.repeat(65_536) })),
  headerMissing: (served) => served.send(brazilOrder(), { 'X-SIGNATURE': undefined }),
  fieldInvalid: (served) => served.send(brazilOrder({ orderNo: 'BR-1' })),
  variantUnknown: (served) => served.send(egyptOrder({ money: { currency: 'XYZ', amount: 1 } })),
  methodUnknown: (served) => served.send(egyptOrder({ paymentMethod: 'CARD' })),
  merchantUnknown: (served) => served.send(brazilOrder({ merchant: { merchantId: 'M002' } })),
  orderRepeated: async (served) => {
    await served.create(brazilOrder());
    return served.send(brazilOrder());
  },
  amountOutOfRange: (served) => served.send(brazilOrder({ money: { currency: 'BRL', amount: 30_001 } })),
  callbackUrlRefused: (served) => served.send(brazilOrder({ callbackUrl: 'http://10.0.0.1/' })),
  notFound: (served) => elsewhere(served, '/v9/transaction/pay-in', 'POST'),
  methodNotAllowed: (served) => elsewhere(served, PATH, 'DELETE'),
};

async function elsewhere({ url }: ServedSandbox, path: string, method: string): Promise<Answered> {
  const answer = await fetch(url + path, { method });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

describe('Errors', () => {
  it('1. The synchronous response carries code and message; any code other than "00" means error, and message holds a UTF-8 result text', async () => {
    for (const [error, cause] of Object.entries(CAUSES)) {
      const { body, headers } = await cause(await serveSandbox({ sandbox: SETTINGS }));
      const [code, , message] = SANDBOX_ERRORS[error as SandboxError];
      expect([error, body.code]).toEqual([error, code]);
      expect(body.message.startsWith(message), body.message).toBe(true);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('x-timestamp')).toMatch(/^2026-11-19T\d\d:05:00[+-]\d\d:\d\d$/);
      expect(body).not.toHaveProperty('tradeNo');
    }
  });

  it('2. Enumeration of error codes, not shown: sandbox.errors.<condition>.code and .message', async () => {
    for (const [error, cause] of Object.entries(CAUSES)) {
      const errors: Errors = { [error]: { code: `E-${error}`, message: `Erro: ${error}` } };
      const { body, status } = await cause(await serveSandbox({ sandbox: { ...SETTINGS, errors } }));
      expect(body.code).toBe(`E-${error}`);
      expect(body.message.startsWith(`Erro: ${error}`)).toBe(true);
      expect(status).toBe(SANDBOX_ERRORS[error as SandboxError][1]);
    }
  });

  it('3. HTTP status codes used for errors, not shown: sandbox.errors.<condition>.httpStatus, such as 200', async () => {
    for (const [error, cause] of Object.entries(CAUSES)) {
      const errors: Errors = { [error]: { httpStatus: 200 } };
      const { body, status } = await cause(await serveSandbox({ sandbox: { ...SETTINGS, errors } }));
      expect([error, status, body.code]).toEqual([error, 200, SANDBOX_ERRORS[error as SandboxError][0]]);
    }
  });

  it('no message shows a value of the request', async () => {
    const served = await serveSandbox();
    const secret = 'S3CRET';
    const wrong = brazilOrder({
      ...{ purpose: secret.repeat(20), payer: { pixAccount: secret }, paymentMethod: secret },
      ...{
        redirectUrl: secret,
        expiryPeriod: secret,
        merchant: { merchantId: MERCHANT, merchantName: [secret] },
      },
    });
    const { text } = await served.send(wrong, { 'X-TIMESTAMP': secret });
    for (const field of [
      'purpose',
      'payer.pixAccount',
      'paymentMethod',
      'redirectUrl',
      'expiryPeriod',
      'X-TIMESTAMP',
    ]) {
      expect(text).toContain(`${field}:`);
    }
    expect(text + (await served.send(Buffer.from(`{"a": ${secret}}`))).text).not.toContain(secret);
  });
});

const url = (length: number) => `https://shop.example/${'a'.repeat(length - 21)}`;
const sandbox = { callbackHosts: ['shop.example'] };

describe('Limits', () => {
  it('orderNo: 6 to 32 alphanumeric characters; unique per merchant', async () => {
    await expectRule(await serveSandbox(), (orderNo) => brazilOrder({ orderNo }), {
      field: 'orderNo',
      accepted: ['a'.repeat(6), 'a'.repeat(32)],
      refused: ['a'.repeat(5), 'a'.repeat(33)],
    });
  });

  it('purpose: 1 to 64 UTF-8 characters', async () => {
    await expectRule(await serveSandbox(), (purpose) => brazilOrder({ purpose }), {
      field: 'purpose',
      accepted: ['ç', '𝒞'.repeat(64)],
      refused: ['', '𝒞'.repeat(65)],
    });
  });

  it.each(['redirectUrl', 'callbackUrl'])('%s: at most 256 characters', async (name) => {
    await expectRule(await serveSandbox({ sandbox }), (value) => brazilOrder({ [name]: value }), {
      field: name,
      accepted: [url(256)],
      refused: [url(257)],
    });
  });

  it('expiryPeriod: default 3600 seconds; Brazil range 3600 to 86400; Egypt maximum 86400', async () => {
    const served = await serveSandbox();
    const field = 'expiryPeriod';
    const brazil = { field, accepted: [undefined, 3600, 86_400], refused: [3599, 86_401] };
    await expectRule(served, (expiryPeriod) => brazilOrder({ expiryPeriod }), brazil);
    const egypt = { field, accepted: [undefined, 1, 86_400], refused: [86_401] };
    await expectRule(served, (expiryPeriod) => egyptOrder({ expiryPeriod }), egypt);
    for (const { order } of served.sandbox.orders()) {
      expect(order.expiresAt - order.createdAt).toBeLessThanOrEqual(86_400_000);
    }
    await served.create();
    const { createdAt, expiresAt } = served.known('BR0001').order;
    expect(expiresAt - createdAt).toBe(3_600_000);
  });

  it('payer.pixAccount (Brazil): 11 digits (CPF) or 14 digits (CNPJ), digits only', async () => {
    await expectRule(await serveSandbox(), (pixAccount) => brazilOrder({ payer: { pixAccount } }), {
      field: 'payer.pixAccount',
      accepted: ['1'.repeat(11), '1'.repeat(14)],
      refused: ['1'.repeat(10), '1'.repeat(12), '1'.repeat(13), '1'.repeat(15), `${'1'.repeat(10)}x`],
    });
  });

  it('money.amount (Brazil): integer centavos', async () => {
    await expectRule(await serveSandbox(), (amount) => brazilOrder({ money: { currency: 'BRL', amount } }), {
      field: 'money.amount',
      accepted: [1, 100],
      refused: [1.5],
    });
  });

  it('money.amount (Egypt): up to 2 decimal places', async () => {
    await expectRule(await serveSandbox(), (amount) => egyptOrder({ money: { currency: 'EGP', amount } }), {
      field: 'money.amount',
      accepted: [1, 1.5, 1.55],
      refused: [1.555],
    });
  });
});
