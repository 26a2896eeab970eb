import fc from 'fast-check';

/** One line of a log, as a store writes it. */
export type Line = string;

/** The dates on which anything of a world can happen: around the day on which Cairo's clocks go back. */
export const WORLD_DATES = ['2026-10-29', '2026-10-30', '2026-10-31'] as const;
/** When everything of a world has happened. */
export const WORLD_END = '2026-10-31T06:00:00Z';

const FIRST_SECOND = Date.UTC(2026, 9, 29, 12) / 1000;
const SECONDS = 30 * 3600;

/** Seconds since the world began, as an instant with Z. */
export const worldTime = (seconds: number) => written(seconds, 0, 'Z');

/** What is usual of an order, so that most records agree with each other. */
const ORDERS = [
  { orderNo: 'ORDER00001', tradeNo: 'T1', currency: 'BRL', amount: '100', paymentMethod: 'PIX', step: 4 },
  { orderNo: 'ORDER00002', tradeNo: 'T2', currency: 'EGP', amount: '1e2', paymentMethod: 'FAWRY', step: 12 },
  { orderNo: 'ORDER00003', tradeNo: 'T3', currency: 'JPY', amount: '"100"', paymentMethod: 'CARD', step: 13 },
] as const;

/** A value that now and then is odd, or absent; undefined stands for the usual one, null for none. */
function usually<T>(...odd: T[]): fc.Arbitrary<T | null | undefined> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom(null, ...odd) },
  );
}

/** Few instants, so that some are equal; with an offset, without one, or something else. */
const oddTime = fc
  .record({
    step: fc.integer({ min: 0, max: 40 }),
    jitter: fc.constantFrom(0, 0, 1, 299, 301),
    zone: fc.constantFrom('Z', '-03:00', '+02:00', '+03:00', 'none UTC', 'none -3', 'none +2', 'none +3'),
  })
  .map(({ step, jitter, zone }) => {
    const seconds = secondsOf(step) + jitter;
    if (!zone.startsWith('none')) return written(seconds, offsetOf(zone), zone);
    const hours = Number(zone.slice(5)) || 0;
    return written(seconds, hours * 3600, '');
  });
const anyTime = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: oddTime },
  { weight: 1, arbitrary: fc.constantFrom(null, 'noon', '2026-02-30T00:00:00Z') },
);

const common = {
  order: fc.constantFrom(...ORDERS),
  merchantId: fc.constantFrom('M001', 'M001', 'M002'),
  subMerchantId: usually('S1', 'S2', ''),
  tradeNo: usually('T1', 'T2', 'T3', 'T4'),
  currency: usually('BRL', 'EGP', 'USD', 'JPY', 'XYZ'),
  amount: usually('100', '100.0', '10000', '1.5', '1.005', '-1', 'true'),
  paymentMethod: usually('PIX', 'FAWRY', 'WALLET'),
};

const payIn = fc
  .record({
    ...common,
    sentAt: anyTime,
    timestamp: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddTime }),
    code: usually('05', '06'),
    answered: anyTime,
    answerStatus: usually('ODD', 'SUCCESS'),
    echo: usually('1', '10000'),
    expiryPeriod: usually(60, 86_400),
    purpose: fc.constantFrom('Order', 'Order', 'x'.repeat(65)),
  })
  .map((p) => {
    const asked = p.order.step;
    return {
      sentAt: or(p.sentAt, written(secondsOf(asked), 0, '')),
      request: {
        headers: { 'X-TIMESTAMP': or(p.timestamp, written(secondsOf(asked), 7200, '+02:00')) },
        body: {
          orderNo: p.order.orderNo,
          purpose: p.purpose,
          merchant: { merchantId: p.merchantId, subMerchantId: or(p.subMerchantId, 'S1') },
          money: moneyOf(or(p.currency, p.order.currency), or(p.amount, p.order.amount)),
          paymentMethod: or(p.paymentMethod, p.order.paymentMethod),
          expiryPeriod: or(p.expiryPeriod, 3600),
        },
      },
      response: {
        status: 200,
        body: {
          code: or(p.code, '00'),
          orderNo: p.order.orderNo,
          tradeNo: or(p.tradeNo, p.order.tradeNo),
          money: moneyOf(or(p.currency, p.order.currency), p.echo ?? or(p.amount, p.order.amount)),
          transactionTime: or(p.answered, written(secondsOf(asked) + 1, -10_800, '-03:00')),
          status: or(p.answerStatus, 'PROCESSING'),
        },
      },
    };
  });

const callback = fc
  .record({
    ...common,
    orderNo: usually('ORDER00001', 'STRAY00001'),
    status: usually('PROCESSING', 'PROCESSING', 'FAILED', 'REFUNDED', 'ODD'),
    completed: anyTime,
    receivedAt: anyTime,
    timestamp: anyTime,
    ack: usually('FAIL'),
    verified: usually(false, true),
    merchantName: usually('Loja'),
  })
  .map((c) => {
    const paid = secondsOf(c.order.step) + 300;
    return {
      receivedAt: or(c.receivedAt, written(paid + 3, 0, 'Z')),
      headers: { 'X-TIMESTAMP': or(c.timestamp, written(paid + 2, 10_800, '+03:00')) },
      body: {
        orderNo: or(c.orderNo, c.order.orderNo),
        tradeNo: or(c.tradeNo, c.order.tradeNo),
        merchantId: c.merchantId,
        merchantName: or(c.merchantName, 'Shop'),
        subMerchantId: or(c.subMerchantId, 'S1'),
        paymentMethod: or(c.paymentMethod, c.order.paymentMethod),
        transactionTime: or(c.completed, written(paid, 0, '')),
        status: or(c.status, 'SUCCESS'),
        money: moneyOf(or(c.currency, c.order.currency), or(c.amount, c.order.amount)),
      },
      ack: or(c.ack, 'SUCCESS'),
      verified: or(c.verified, true),
    };
  });

/**
 * The lines of a small world: requests, their retries, callbacks, deliveries of them again, and copies that are the
 * same record though they are spelled otherwise or break another rule of the interface.
 */
export const world: fc.Arbitrary<Line[]> = fc
  .array(
    fc.record({
      record: fc.oneof({ weight: 2, arbitrary: payIn }, { weight: 3, arbitrary: callback }),
      copies: fc.array(fc.constantFrom('same', 'respelled', 'broken', 'again'), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 24, size: 'max' },
  )
  .map((records) =>
    records.flatMap(({ record, copies }) => {
      const line = lineOf(record);
      return [line, ...copies.map((copy) => copyOf(line, copy))];
    }),
  );

/** The lines in any order, in files that may hold any of them more than once. */
export function shuffledInto(lines: readonly Line[]): fc.Arbitrary<Line[][]> {
  const indexes = fc.array(fc.nat({ max: Math.max(0, lines.length - 1) }), { maxLength: lines.length });
  return fc
    .record({
      order: fc.shuffledSubarray([...lines], { minLength: lines.length }),
      cuts: fc.array(fc.nat({ max: lines.length }), { maxLength: 3 }),
      repeats: fc.array(indexes, { maxLength: 2 }),
    })
    .map(({ order, cuts, repeats }) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), order.length];
      const files = edges.slice(1).map((edge, index) => order.slice(edges[index], edge));
      return [...files, ...repeats.map((chosen) => chosen.map((index) => order[index]!))];
    });
}

function or<T, U>(odd: T | null | undefined, usual: U): T | U | null {
  return odd === undefined ? usual : odd;
}

function secondsOf(step: number): number {
  return Math.floor((step * SECONDS) / 40);
}

/** Amounts are JSON as they stand: a placeholder that {@link lineOf} takes out of its quotes. */
function moneyOf(currency: string | null, amount: string | null): unknown {
  return { currency, amount: amount === null ? null : `<${amount.replaceAll('"', "'")}>` };
}

function lineOf(record: unknown): Line {
  return JSON.stringify(record).replace(/"<(.*?)>"/g, (_all, json: string) => json.replaceAll("'", '"'));
}

function copyOf(line: Line, copy: string): Line {
  if (copy === 'respelled') return line.replaceAll('"amount":100}', '"amount":1.00e2}');
  if (copy === 'broken') return line.replace('"orderNo"', '"merchantName":7,"orderNo"');
  if (copy === 'again') return line.replace(/"receivedAt":"[^"]*"/, `"receivedAt":"${worldTime(SECONDS)}"`);
  return line;
}

function written(seconds: number, offsetSeconds: number, suffix: string): string {
  const local = new Date((FIRST_SECOND + seconds + offsetSeconds) * 1000).toISOString().slice(0, 19);
  return `${local}${suffix}`;
}

function offsetOf(zone: string): number {
  return zone === 'Z' ? 0 : Number(zone.slice(0, 3)) * 3600;
}
