import { describe, expect, it } from 'vitest';
import { REGIONS } from '../../../src/settings/regions.ts';
import { callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder, MERCHANT } from '../pay-in-requests.ts';
import { serveSandbox, until } from '../served-sandbox.ts';
import { expectRefused } from '../verdicts.ts';

const [BRAZIL, EGYPT] = REGIONS;

describe('What the interface calls "not shown" is a setting', () => {
  it('Payment method codes other than PIX and FAWRY: sandbox.methods, sandbox.referenceMethods', async () => {
    const card = egyptOrder({ paymentMethod: 'CARD' });
    expectRefused(await (await serveSandbox()).send(card), 'methodUnknown', 'offered: PIX, FAWRY, WALLET');
    const kiosk = egyptOrder({ paymentMethod: 'KIOSK', orderNo: 'EG0002' });
    const served = await serveSandbox({
      sandbox: { methods: ['CARD', 'KIOSK'], referenceMethods: ['KIOSK'] },
    });
    expect((await served.create(card)).body.channel).not.toHaveProperty('vaNumber');
    expect((await served.create(kiosk)).body.channel).toHaveProperty('vaNumber');
    expectRefused(
      await served.send(egyptOrder({ orderNo: 'EG0003' })),
      'methodUnknown',
      'offered: CARD, KIOSK',
    );
  });

  it('Allowed values of payer.idType: any text is taken', async () => {
    const served = await serveSandbox();
    for (const [index, idType] of ['NATIONAL_ID', 'PASSPORT', 'x'].entries()) {
      await served.create(egyptOrder({ orderNo: `ORDER${index}`, payer: { idType } }));
    }
  });

  it('Egypt unit of money.amount (whole units versus minor units): regions[].amountUnit', async () => {
    const receiver = await callbackReceiver();
    const amounts = async (settings: object) => {
      const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url }, settings });
      await served.createPaid(egyptOrder({ money: { currency: 'EGP', amount: 15_050 } }));
      served.timeline.advance(1);
      await receiver.has(1);
      await served.settled();
      return [served.known('EG0001').order.amountMinor, receiver.received.splice(0)[0]!.body.money.amount];
    };
    expect(await amounts({})).toEqual(['1505000', 15_050]);
    const inPiastres = { ...EGYPT, amountUnit: 'minor', decimals: 0 };
    expect(await amounts({ regions: [BRAZIL, inPiastres] })).toEqual(['15050', 15_050]);
  });

  it('Egypt allowed currency values beyond EGP: regions[].currencies', async () => {
    const dollars = egyptOrder({ money: { currency: 'USD', amount: 10 } });
    expect((await (await serveSandbox()).create(dollars)).body['money']).toEqual({
      currency: 'USD',
      amount: 10,
    });
    const served = await serveSandbox({ settings: { regions: [BRAZIL, { ...EGYPT, currencies: ['EGP'] }] } });
    expectRefused(await served.send(dollars), 'variantUnknown');
    await served.create(egyptOrder());
  });

  it('Full list of status values: sandbox.unknownStatus, sent with sandbox.faults.unknownStatus', async () => {
    const receiver = await callbackReceiver();
    const statusOf = async (sandbox: object) => {
      const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, ...sandbox } });
      await served.createPaid();
      served.timeline.advance(1);
      await receiver.has(1);
      await served.settled();
      return receiver.received.splice(0)[0]!.body['status'];
    };
    expect(await statusOf({ faults: { unknownStatus: 1 } })).toBe('SETTLING');
    expect(await statusOf({ faults: { unknownStatus: 1 }, unknownStatus: 'REFUNDED' })).toBe('REFUNDED');
    expect(await statusOf({ unknownStatus: 'REFUNDED' })).toBe('SUCCESS');
  });

  it('Transitions: sandbox.pay.share of orders go from PROCESSING to SUCCESS by themselves', async () => {
    const receiver = await callbackReceiver();
    const pay = { share: 1, leastSeconds: 10, mostSeconds: 20 };
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, pay } });
    await served.create();
    const [wait] = served.timeline.planned();
    expect(wait).toBeGreaterThanOrEqual(10);
    expect(wait).toBeLessThanOrEqual(20);
    served.timeline.advance(wait!);
    await until(() => served.timeline.planned().length > 0);
    expect(served.known('BR0001').payments).toHaveLength(1);
    served.timeline.advance(1);
    expect((await receiver.has(1))[0]!.body['status']).toBe('SUCCESS');
    const unpaid = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await unpaid.create();
    expect(unpaid.timeline.planned()).toEqual([]);
  });

  it('Pay-out operation and any other operations, order query / status inquiry: there are none', async () => {
    const served = await serveSandbox();
    await served.create();
    for (const path of [
      '/v2.0/transaction/pay-out',
      '/v2.0/transaction/pay-in/BR0001',
      '/v2.0/transaction/inquiry',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(served.url + path, { method });
        expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'SBX14' }]);
      }
    }
  });

  it('Retry schedule: sandbox.callbackDelaySeconds and sandbox.callbackRetrySeconds', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = (response) => void response.end('no');
    const schedule = { callbackDelaySeconds: 9, callbackRetrySeconds: [2, 3] };
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, ...schedule } });
    await served.createPaid();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const [wait] = served.timeline.planned();
      waits.push(wait!);
      served.timeline.advance(wait!);
      await receiver.has(attempt);
      await served.settled();
    }
    expect([waits, served.timeline.planned()]).toEqual([[9, 2, 3], []]);
  });

  it('How long an acknowledgement may take: sandbox.callbackTimeoutSeconds', async () => {
    const receiver = await callbackReceiver();
    // It never answers.
    receiver.answer = () => undefined;
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, callbackTimeoutSeconds: 1 } });
    await served.createPaid();
    served.timeline.advance(1);
    await served.settled();
    expect(served.known('BR0001').deliveries).toMatchObject([{ isAcknowledged: false, answer: 'timeout' }]);
    expect(served.timeline.planned()).toEqual([5]);
  });

  it('Rate limits: sandbox.requestsPerSecond', async () => {
    const served = await serveSandbox({ sandbox: { requestsPerSecond: 2 } });
    await served.create(brazilOrder({ orderNo: 'RATE01' }));
    await served.create(brazilOrder({ orderNo: 'RATE02' }));
    const answer = await served.send(brazilOrder({ orderNo: 'RATE03' }));
    expectRefused(answer, 'tooManyRequests');
    expect(answer.headers.get('retry-after')).toBe('1');
    served.timeline.advance(1);
    await served.create(brazilOrder({ orderNo: 'RATE03' }));
    const unlimited = await serveSandbox();
    for (let index = 0; index < 50; index += 1) {
      await unlimited.create(brazilOrder({ orderNo: `ORDER${index}` }));
    }
  });

  it('Minimum and maximum transaction amounts: sandbox.limits', async () => {
    const limits = { BRL: { least: 100, most: 500 }, EGP: { most: 15_050 } };
    const served = await serveSandbox({ sandbox: { limits } });
    const send = (amount: number) => {
      const money = { currency: 'BRL', amount };
      return served.send(brazilOrder({ money, orderNo: `AMOUNT${amount}` }));
    };
    for (const amount of [100, 500]) expect((await send(amount)).body.code).toBe('00');
    for (const amount of [99, 501]) {
      expectRefused(await send(amount), 'amountOutOfRange', '100 to 500 minor units of BRL');
    }
    await served.create(egyptOrder());
    const more = egyptOrder({ orderNo: 'EG0002', money: { currency: 'EGP', amount: 150.51 } });
    expectRefused(await served.send(more), 'amountOutOfRange', '0 to 15050 minor units of EGP');
  });

  it('Whom the service knows: sandbox.merchants', async () => {
    const merchants = [{ merchantId: MERCHANT, subMerchants: ['S1'] }, { merchantId: 'M002' }];
    const served = await serveSandbox({ sandbox: { merchants } });
    const send = (merchant: object, orderNo: string) => served.send(brazilOrder({ merchant, orderNo }));
    expectRefused(await send({ merchantId: 'M003' }, 'ORDER1'), 'merchantUnknown', 'merchant.merchantId');
    const foreign = await send({ merchantId: MERCHANT, subMerchantId: 'S2' }, 'ORDER2');
    expectRefused(foreign, 'merchantUnknown', 'merchant.subMerchantId');
    expect((await send({ merchantId: MERCHANT, subMerchantId: 'S1' }, 'ORDER3')).body.code).toBe('00');
    expect((await send({ merchantId: 'M002', subMerchantId: 'any' }, 'ORDER4')).body.code).toBe('00');
  });

  it('What a repeated request gets: sandbox.repeatedOrder', async () => {
    const served = await serveSandbox({ sandbox: { repeatedOrder: 'answer-again' } });
    const first = await served.create();
    const again = await served.create();
    expect(again.body).toEqual(first.body);
    expectRefused(await served.send(brazilOrder({ purpose: 'Outro' })), 'orderRepeated', /other content/);
    expect([...served.sandbox.orders()]).toHaveLength(1);
  });
});
