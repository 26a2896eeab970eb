import { describe, expect, it } from 'vitest';
import { REGIONS } from '../../src/settings/regions.ts';
import { SANDBOX_FAULTS, type SandboxFault } from '../../src/settings/sandbox.ts';
import { type CallbackReceiver, callbackReceiver } from './callback-receiver.ts';
import { brazilOrder, egyptOrder, type OrderBody } from './pay-in-requests.ts';
import { PATH, type ServedSandbox, serveSandbox, until } from './served-sandbox.ts';

interface Faulty {
  readonly served: ServedSandbox;
  readonly receiver: CallbackReceiver;
}

/** A sandbox in which every order has a fault. */
async function faulty(fault: SandboxFault, sandbox: object = {}): Promise<Faulty> {
  const receiver = await callbackReceiver();
  const faults = { [fault]: 1 };
  return {
    served: await serveSandbox({ sandbox: { callbackUrl: receiver.url, faults, ...sandbox } }),
    receiver,
  };
}

interface Arrived {
  /** Seconds from the payment. */
  readonly after: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Lets everything happen that is planned, and gives each callback with its time. */
async function letHappen({ served, receiver }: Faulty): Promise<Arrived[]> {
  const begin = served.timeline.now();
  const arrived: Arrived[] = [];
  for (let [wait] = served.timeline.planned(); wait !== undefined; [wait] = served.timeline.planned()) {
    served.timeline.advance(wait);
    await served.settled();
    for (const { body } of receiver.received.slice(arrived.length)) {
      arrived.push({ after: (served.timeline.now() - begin) / 1000, body });
    }
  }
  return arrived;
}

/** What reaches the receiver of an order that is paid. */
async function arrivals(fault: SandboxFault, order: OrderBody, sandbox: object = {}): Promise<Arrived[]> {
  const all = await faulty(fault, sandbox);
  await all.served.createPaid(order);
  return letHappen(all);
}

const TRADE_NO = '2026111900010000000010';

/** The callback of an order without a fault. */
const USUAL = {
  ...{ orderNo: 'BR0001', tradeNo: TRADE_NO, merchantId: 'M001', merchantName: 'Loja São João' },
  ...{ subMerchantId: '', subMerchantName: '', paymentMethod: 'PIX' },
  ...{ transactionTime: '2026-11-19T10:05:00-03:00', status: 'SUCCESS' },
  money: { currency: 'BRL', amount: 20_000 },
};

/** What reaches the receiver of the example of Brazil: `after` seconds, and what differs from the usual callback. */
const REACHES: Readonly<
  Partial<Record<SandboxFault, readonly (readonly [after: number, changes: object])[]>>
> = {
  offsetMissing: [[1, { transactionTime: '2026-11-19T10:05:00' }]],
  duplicate: [
    [1, {}],
    [3, {}],
  ],
  outOfOrder: [
    [1, {}],
    [31, { status: 'PROCESSING' }],
  ],
  late: [[10_801, {}]],
  lost: [],
  wrongTradeNo: [[1, { tradeNo: '2026111900010000000019' }]],
  unknownStatus: [[1, { status: 'SETTLING' }]],
  amountOtherUnit: [[1, { money: { currency: 'BRL', amount: 200 } }]],
  emptySubMerchant: [[1, {}]],
  connectionDropped: [
    [1, {}],
    [6, {}],
  ],
  // At the next whole ten minutes: the payment was at 10:05:00.
  hugeBurst: [[300, {}]],
};

describe('each fault', () => {
  it('is told apart in these tests', () => {
    const others = ['offsetWrong', 'amountChanged', 'conflictingDuplicate', 'beforeResponse', 'answerNever'];
    expect([...Object.keys(REACHES), ...others].sort()).toEqual(Object.keys(SANDBOX_FAULTS).sort());
  });

  it.each(Object.entries(REACHES))(
    '%s: exactly these callbacks reach the receiver',
    async (fault, expected) => {
      const arrived = await arrivals(fault as SandboxFault, brazilOrder());
      expect(arrived).toEqual(
        expected!.map(([after, changes]) => ({ after, body: { ...USUAL, ...changes } })),
      );
    },
  );

  it('without one, the usual callback reaches the receiver', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.createPaid();
    expect(await letHappen({ served, receiver })).toEqual([{ after: 1, body: USUAL }]);
  });
});

describe('the fault', () => {
  it('offsetWrong: the same local time with an offset that is wrong by whole hours', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const [{ body }] = (await arrivals('offsetWrong', brazilOrder(), { seed })) as [Arrived];
      const [, local, offset] = /^(.{19})(.{6})$/.exec(String(body['transactionTime']))!;
      expect(local).toBe('2026-11-19T10:05:00');
      expect(['-08:00', '-06:00', '-05:00', '-04:00', '-02:00', '-01:00']).toContain(offset);
    }
  });

  it('amountChanged: another amount, by 1 to 20 %, at least by one real', async () => {
    const amounts = new Set<number>();
    for (const [requested, least, most] of [
      [20_000, 200, 4000],
      [100, 100, 100],
      [1, 100, 100],
    ] as const) {
      for (const seed of [1, 2, 3, 4, 5]) {
        const order = brazilOrder({ money: { currency: 'BRL', amount: requested } });
        const [{ body }] = (await arrivals('amountChanged', order, { seed })) as [Arrived];
        const { amount } = body['money'] as { amount: number };
        expect(amount).toBeGreaterThan(0);
        expect(Math.abs(amount - requested)).toBeGreaterThanOrEqual(least);
        expect(Math.abs(amount - requested)).toBeLessThanOrEqual(most);
        if (requested === 20_000) amounts.add(amount);
      }
    }
    expect(amounts.size).toBeGreaterThan(1);
  });

  it('conflictingDuplicate: a second callback of the same payment, 30 seconds later, with another amount', async () => {
    const [first, second, ...more] = await arrivals('conflictingDuplicate', brazilOrder());
    expect(first).toEqual({ after: 1, body: USUAL });
    expect(second).toEqual({
      after: 31,
      body: { ...USUAL, money: { currency: 'BRL', amount: expect.any(Number) } },
    });
    expect(second!.body['money']).not.toEqual(USUAL.money);
    expect(more).toEqual([]);
  });

  it('amountOtherUnit: piastres instead of pounds, reais instead of centavos, with no digit too many', async () => {
    const textOf = async (order: OrderBody, settings: object = {}) => {
      const receiver = await callbackReceiver();
      const sandbox = { callbackUrl: receiver.url, faults: { amountOtherUnit: 1 } };
      const served = await serveSandbox({ sandbox, settings });
      await served.createPaid(order);
      served.timeline.advance(1);
      return (await receiver.has(1))[0]!.text;
    };
    const inReais = (amount: number) => textOf(brazilOrder({ money: { currency: 'BRL', amount } }));
    expect(await textOf(egyptOrder())).toContain('"amount":15050}');
    expect(await inReais(20_000)).toContain('"amount":200}');
    expect(await inReais(20_010)).toContain('"amount":200.1}');
    expect(await inReais(5)).toContain('"amount":0.05}');
    // The yen has one unit only.
    const [, egypt] = REGIONS;
    const japan = { ...egypt, name: 'JP', currencies: ['JPY'], amountUnit: 'minor', decimals: 0 };
    const yen = egyptOrder({ money: { currency: 'JPY', amount: 500 } });
    expect(await textOf(yen, { regions: [japan] })).toContain('"amount":500}');
  });

  it('emptySubMerchant: without the sub-merchant of the request', async () => {
    const merchant = { merchantId: 'M001', subMerchantId: 'S1', subMerchantName: 'Filial' };
    const [{ body }] = (await arrivals('emptySubMerchant', brazilOrder({ merchant }))) as [Arrived];
    expect(body).toMatchObject({ subMerchantId: '', subMerchantName: '' });
  });

  it('offsetMissing: the local time of Cairo in Egypt', async () => {
    const [{ body }] = (await arrivals('offsetMissing', egyptOrder())) as [Arrived];
    expect(body['transactionTime']).toBe('2026-11-19T15:05:00');
  });

  it('late, unknownStatus and hugeBurst follow their settings', async () => {
    expect((await arrivals('late', brazilOrder(), { lateSeconds: 60 }))[0]!.after).toBe(61);
    expect((await arrivals('hugeBurst', brazilOrder(), { burstSeconds: 60 }))[0]!.after).toBe(60);
    const [{ body }] = (await arrivals('unknownStatus', brazilOrder(), { unknownStatus: 'X' })) as [Arrived];
    expect(body['status']).toBe('X');
  });

  it('hugeBurst: all callbacks that were held back come at the same moment', async () => {
    const { served, receiver } = await faulty('hugeBurst');
    for (let number = 0; number < 30; number += 1) {
      await served.createPaid(brazilOrder({ orderNo: `ORDER${number}` }));
      served.timeline.advance(9);
    }
    expect(receiver.received).toEqual([]);
    expect(new Set(served.timeline.planned())).toEqual(new Set([30]));
    served.timeline.advance(30);
    await receiver.has(30);
  });

  it('connectionDropped: the receiver has answered SUCCESS, and its answer is lost', async () => {
    const { served, receiver } = await faulty('connectionDropped');
    await served.createPaid();
    const arrived = await letHappen({ served, receiver });
    expect(arrived).toHaveLength(2);
    const deliveries = served
      .known('BR0001')
      .deliveries.map(({ isAcknowledged, answer }) => [isAcknowledged, answer]);
    expect(deliveries).toEqual([
      [false, 'dropped'],
      [true, 'SUCCESS'],
    ]);
  });

  it('beforeResponse: the payer pays, and the callback is sent, before the pay-in request is answered', async () => {
    const { served, receiver } = await faulty('beforeResponse');
    let isAnswered = false;
    const order: string[] = [];
    receiver.answer = (response) => {
      order.push(isAnswered ? 'after the answer' : 'before the answer');
      response.end('SUCCESS');
    };
    await served.create();
    isAnswered = true;
    expect(order).toEqual(['before the answer']);
    expect(receiver.received[0]!.body).toEqual(USUAL);
    expect(served.known('BR0001')).toMatchObject({ payments: [{}], deliveries: [{ isAcknowledged: true }] });
    expect(served.timeline.planned()).toEqual([]);
  });

  it('beforeResponse: what is not acknowledged is sent again by the same schedule as others', async () => {
    const { served, receiver } = await faulty('beforeResponse', { callbackRetrySeconds: [5, 7] });
    receiver.answer = (response) => void response.writeHead(500).end();
    await served.create();
    expect((await letHappen({ served, receiver })).slice(1).map(({ after }) => after)).toEqual([5, 12]);
    expect(receiver.received).toHaveLength(3);
    const once = await faulty('beforeResponse', { callbackRetrySeconds: [] });
    once.receiver.answer = receiver.answer;
    await once.served.create();
    expect([once.served.timeline.planned(), once.receiver.received.length]).toEqual([[], 1]);
  });

  it('answerNever: the order is created and paid, but the pay-in request is never answered', async () => {
    const { served, receiver } = await faulty('answerNever', { hangSeconds: 20 });
    const sending = fetch(served.url + PATH, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', 'X-TIMESTAMP': '2026-11-19T10:05:00-03:00' },
        ...{ 'X-SIGNATURE': 'x', 'X-PARTNER-ID': 'M001' },
      },
      body: JSON.stringify(brazilOrder()),
    });
    const outcome = sending.then(
      () => 'answered',
      () => 'cut off',
    );
    await until(() => served.timeline.planned().length > 0);
    expect(served.timeline.planned()).toEqual([20]);
    await served.sandbox.pay(served.known('BR0001'));
    served.timeline.advance(19);
    expect((await receiver.has(1))[0]!.body).toEqual(USUAL);
    served.timeline.advance(1);
    expect(await outcome).toBe('cut off');
  });
});
