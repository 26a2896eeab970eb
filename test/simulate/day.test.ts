import { describe, expect, test } from 'vitest';
import { dayLines, regionDay } from '../../src/simulate/day.ts';
import { callbackLine, payInLine } from '../../src/simulate/lines.ts';
import { DEMO_DAY, localDate, ordersOf, readDay } from './read-lines.ts';

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const linesOf = (options: typeof DEMO_DAY) =>
  [...dayLines(options)].map(({ file, line }) => `${file} ${line}`);

describe('a simulated day', () => {
  test('is the same for the same seed and another for another', () => {
    const lines = linesOf(DEMO_DAY);
    expect(linesOf(DEMO_DAY)).toEqual(lines);
    expect(linesOf({ ...DEMO_DAY, seed: 2 })).not.toEqual(lines);
  });

  test('days of different seeds share no order', () => {
    const keys = (seed: number) =>
      readDay({ ...DEMO_DAY, seed, orders: 300 }).payIns.map(({ request }) => request.body.orderNo);
    const first = new Set(keys(1));
    expect(keys(2).filter((orderNo) => first.has(orderNo))).toEqual([]);
  });

  test('any order can be made by itself, and has the lines that it has in the day', () => {
    const whole = new Set([...dayLines(DEMO_DAY)].map(({ line }) => line));
    const day = regionDay(DEMO_DAY, 'EG');
    for (const index of [1100, 3, 777, 776, 0]) {
      const { order } = day.order(index);
      for (const payIn of order.payIns) expect(whole).toContain(payInLine(order, payIn, day.scene.day));
      for (const callback of order.callbacks)
        expect(whole).toContain(callbackLine(order, callback, day.scene.day));
    }
  });

  test('callbacks stand in the order in which they were received', () => {
    const timed = readDay(DEMO_DAY).callbacks.filter((callback) => callback.receivedAt !== undefined);
    for (const region of ['BR', 'EG']) {
      const received = timed
        .filter((callback) => callback.region === region)
        .map(({ receivedAt }) => receivedAt);
      expect(received).toEqual(received.toSorted());
    }
  });

  test.each(['2026-11-19', '2026-04-24', '2026-10-29', '2028-02-29'])(
    '%s is the date of every order',
    (date) => {
      const { payIns, callbacks } = readDay({ ...DEMO_DAY, date });
      const dates = new Map<string, string>();
      for (const { region, request } of payIns) {
        const { orderNo } = request.body;
        const day = localDate(request.headers['X-TIMESTAMP']!, region);
        if (!dates.has(orderNo) || day < dates.get(orderNo)!) dates.set(orderNo, day);
      }
      expect(new Set(dates.values())).toEqual(new Set([date]));
      const orphans = ordersOf({ ...DEMO_DAY, date }).filter(({ scenario }) => scenario.outcome === 'ORPHAN');
      for (const { order, region } of orphans) {
        const callback = callbacks.find(({ body }) => body.orderNo === order.orderNo)!;
        expect(localDate(callback.body.transactionTime, region)).toBe(date);
      }
    },
  );

  test('the offset in Cairo is that of the moment', () => {
    const offsets = (date: string) => {
      const { payIns } = readDay({ ...DEMO_DAY, date, share: { BR: 0, EG: 1 } });
      return [...new Set(payIns.map(({ request }) => request.headers['X-TIMESTAMP']!.slice(-6)))];
    };
    expect(offsets('2026-04-23')).toEqual(['+02:00']);
    expect(offsets('2026-04-24')).toEqual(['+03:00']);
    expect(offsets('2026-10-29')).toEqual(['+03:00', '+02:00']);
  });

  test('about a third of the PIX orders are never paid', () => {
    const { payIns, callbacks } = readDay({ ...DEMO_DAY, orders: 5000, share: { BR: 1, EG: 0 } });
    const asked = new Set(payIns.map(({ request }) => request.body.orderNo));
    const paid = new Set(
      callbacks.filter(({ body }) => body.status === 'SUCCESS').map(({ body }) => body.orderNo),
    );
    const unpaid = [...asked].filter((orderNo) => !paid.has(orderNo)).length / asked.size;
    expect(unpaid).toBeGreaterThan(0.3);
    expect(unpaid).toBeLessThan(0.38);
  });
});

describe('its lines', () => {
  const { payIns, callbacks, broken } = readDay(DEMO_DAY);
  const orders = ordersOf(DEMO_DAY);
  const rejects = (name: string) => orders.filter(({ scenario }) => scenario.name === name).length;

  test('are JSON but for those that break off on purpose', () => {
    expect(broken).toBe(rejects('cut-line'));
  });

  test('have what the interface makes mandatory of a request and a response', () => {
    for (const { region, request, response } of payIns) {
      expect(request.headers).toMatchObject({ 'X-TIMESTAMP': expect.stringMatching(WITH_OFFSET) });
      expect(request.headers['X-PARTNER-ID']).toBe(request.body.merchant.merchantId);
      expect(request.body.orderNo).toMatch(/^[A-Za-z0-9]{6,32}$/);
      expect(request.body['purpose']).toEqual(expect.any(String));
      expect(request.body.money).toMatchObject({ currency: expect.any(String), amount: expect.any(Number) });
      if (region === 'BR') expect(request.body.payer?.pixAccount).toMatch(/^(\d{11}|\d{14})$/);
      if (response === undefined) continue;
      expect(response.headers['X-TIMESTAMP']).toMatch(WITH_OFFSET);
      expect(response.body).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        orderNo: request.body.orderNo,
        merchant: { merchantId: request.body.merchant.merchantId },
        money: { currency: request.body.money.currency, amount: expect.any(Number) },
        transactionTime: expect.stringMatching(WITH_OFFSET),
        channel: { paymentMethod: request.body.paymentMethod },
      });
      if (region === 'BR') expect(response.body.channel['paymentUrl']).toMatch(/^https:/);
    }
  });

  test('have what the interface makes mandatory of a callback, but for the deliberate rejects', () => {
    const incomplete = callbacks.filter(
      ({ body, headers }) => body.orderNo === '' || headers['X-TIMESTAMP'] === undefined,
    );
    expect(incomplete.length).toBe(rejects('no-order-no') + rejects('no-time'));
    for (const callback of callbacks.filter((one) => !incomplete.includes(one))) {
      expect(callback.headers['X-TIMESTAMP']).toMatch(WITH_OFFSET);
      expect(callback.body).toMatchObject({
        tradeNo: expect.stringMatching(/^\d{18,}$/),
        merchantId: expect.any(String),
        merchantName: expect.any(String),
        paymentMethod: expect.any(String),
        transactionTime: expect.any(String),
        status: expect.any(String),
        money: { currency: expect.any(String), amount: expect.any(Number) },
      });
      expect(['SUCCESS', 'FAIL']).toContain(callback.ack);
      expect(callback.verified).toEqual(expect.any(Boolean));
    }
  });

  test('give no two orders the same order number or trade number', () => {
    expect(new Set(orders.map(({ order }) => order.orderNo)).size).toBe(orders.length);
    expect(new Set(orders.map(({ order }) => order.tradeNo)).size).toBe(orders.length);
  });
});
