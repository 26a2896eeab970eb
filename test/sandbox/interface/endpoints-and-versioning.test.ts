import { describe, expect, it } from 'vitest';
import { callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder, headersOf } from '../pay-in-requests.ts';
import { PATH, serveSandbox } from '../served-sandbox.ts';
import { expectRefused } from '../verdicts.ts';

/** Sends an order to another path, or by another method. */
async function ask(url: string, path: string, method = 'POST'): Promise<Response> {
  const hasBody = !['GET', 'HEAD'].includes(method);
  const body = hasBody ? { body: Buffer.from(JSON.stringify(brazilOrder())) } : {};
  return fetch(url + path, { method, headers: headersOf(brazilOrder()), ...body });
}

describe('Create pay-in order', () => {
  it('Method: POST', async () => {
    const served = await serveSandbox();
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await ask(served.url, PATH, method);
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'POST']);
      if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ code: 'SBX15' });
    }
    expect([...served.sandbox.orders()]).toEqual([]);
    expect(await (await ask(served.url, PATH)).json()).toMatchObject({ code: '00' });
  });

  it('Path: {base_url}/v2.0/transaction/pay-in', async () => {
    const served = await serveSandbox();
    for (const path of [
      `${PATH}/`,
      '/v2.0/transaction',
      '/transaction/pay-in',
      `/${PATH}`,
      '/V2.0/transaction/pay-in',
    ]) {
      const answer = await ask(served.url, path);
      expect(answer.status, path).toBe(404);
      expect(await answer.json(), path).toMatchObject({
        code: 'SBX14',
        message: expect.stringContaining(PATH),
      });
    }
    expect((await ask(served.url, PATH)).status).toBe(200);
  });

  it('Request headers: Content-Type, X-TIMESTAMP, X-SIGNATURE, X-PARTNER-ID (all mandatory)', async () => {
    const served = await serveSandbox();
    for (const name of ['Content-Type', 'X-TIMESTAMP', 'X-SIGNATURE', 'X-PARTNER-ID']) {
      const answer = await served.send(brazilOrder(), { [name]: undefined });
      expectRefused(answer, 'headerMissing', new RegExp(`${name}$`));
    }
  });

  it('Request body: JSON', async () => {
    const served = await serveSandbox();
    for (const text of ['', 'orderNo=BR0001', '[]', '"text"', 'null', '1', '{"orderNo":']) {
      expectRefused(await served.send(Buffer.from(text)), 'bodyUnreadable');
    }
  });

  it('Response: headers Content-Type and X-TIMESTAMP and a JSON body, code "00" on success', async () => {
    const served = await serveSandbox();
    const { headers, body } = await served.send(brazilOrder());
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-timestamp')).toBe('2026-11-19T10:05:00-03:00');
    expect(body.code).toBe('00');
  });

  it('Rule 1. orderNo is unique per merchant', async () => {
    const served = await serveSandbox();
    const sent = await Promise.all(Array.from({ length: 20 }, () => served.send(brazilOrder())));
    expect(sent.filter(({ body }) => body.code === '00')).toHaveLength(1);
    for (const answer of sent.filter(({ body }) => body.code !== '00'))
      expectRefused(answer, 'orderRepeated');
    expect([...served.sandbox.orders()]).toHaveLength(1);
  });

  it('Rule 2. The result of a successful creation carries the cashier URL the payer opens to pay (channel.paymentUrl)', async () => {
    const served = await serveSandbox();
    const { paymentUrl } = (await served.create()).body.channel;
    const page = await (await fetch(paymentUrl)).text();
    const [, action] = /<form method="post" action="([^"]+)"><button class="main">/.exec(page)!;
    await fetch(new URL(action!, paymentUrl), { method: 'POST' });
    expect(served.known('BR0001').payments).toHaveLength(1);
  });

  it('Rule 3. The same path serves both regional variants; the variant is determined by the currency and paymentMethod sent', async () => {
    const served = await serveSandbox();
    const brazil = await served.create(brazilOrder());
    const egypt = await served.create(egyptOrder());
    expect(brazil.body.channel).toHaveProperty('qrString');
    expect(egypt.body.channel).toHaveProperty('vaNumber');
    const mixed = { payer: { pixAccount: '12345678909' }, money: { currency: 'BRL', amount: 1 } };
    const answer = await served.send(egyptOrder({ ...mixed, orderNo: 'MIXED1' }));
    expectRefused(answer, 'fieldInvalid', /paymentMethod: PIX/);
    expectRefused(await served.send(egyptOrder({ money: {}, orderNo: 'MIXED2' })), 'variantUnknown');
  });
});

describe('Callback endpoint (implemented by the merchant)', () => {
  it('Method: POST to the callbackUrl given in the pay-in request', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    await served.createPaid(brazilOrder({ callbackUrl: `${receiver.url}/a%20b?x=1&y=%2F` }));
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    expect([callback!.method, callback!.path]).toEqual(['POST', '/callbacks/a%20b?x=1&y=%2F']);
    expect(callback!.headers.host).toBe(`127.0.0.1:${receiver.port}`);
  });

  it('Request: headers and JSON body as in "Callback request"; Response: the plain string SUCCESS', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    await served.createPaid(brazilOrder({ callbackUrl: receiver.url }));
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    await served.settled();
    expect(Object.keys(callback!.headers)).toEqual(
      expect.arrayContaining(['content-type', 'x-timestamp', 'x-signature']),
    );
    expect(Object.keys(callback!.body)).toEqual([
      ...['orderNo', 'tradeNo', 'merchantId', 'merchantName', 'subMerchantId', 'subMerchantName'],
      ...['paymentMethod', 'transactionTime', 'status', 'money'],
    ]);
    expect(served.known('BR0001').deliveries[0]!.isAcknowledged).toBe(true);
  });

  it('an order without callbackUrl gets no callback, unless sandbox.callbackUrl has an address', async () => {
    const served = await serveSandbox();
    await served.createPaid();
    served.timeline.advance(86_400);
    await served.settled();
    expect(served.known('BR0001').deliveries).toEqual([]);
    const receiver = await callbackReceiver();
    const withAddress = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await withAddress.createPaid();
    withAddress.timeline.advance(1);
    expect(await receiver.has(1)).toHaveLength(1);
  });
});

describe('Versioning', () => {
  it('1. The version is part of the path: /v2.0/ precedes the transaction resource', async () => {
    const served = await serveSandbox();
    expect((await ask(served.url, '/v2.0/transaction/pay-in')).status).toBe(200);
  });

  it('2. Version policy, other versions and deprecation rules, not shown: there is no other version', async () => {
    const served = await serveSandbox();
    for (const version of ['v1.0', 'v2', 'v2.1', 'v3.0', 'latest']) {
      const answer = await ask(served.url, `/${version}/transaction/pay-in`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'SBX14' }]);
    }
  });
});
