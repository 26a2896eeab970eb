import { regionDay } from '../../src/simulate/day.ts';
import { keyOf } from '../../src/simulate/random.ts';
import type { RegionCode } from '../../src/simulate/regions.ts';

/** One pay-in request that a merchant of the circle sends. */
export interface MerchantCall {
  readonly region: RegionCode;
  readonly merchantId: string;
  readonly orderNo: string;
  /** Milliseconds since 1970. */
  readonly sendAt: number;
  /** X-TIMESTAMP. */
  readonly timestamp: string;
  readonly body: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly method: string;
  /** Whether the request breaks a rule of the interface, so that the service refuses it. */
  readonly isWrong: boolean;
  /** What the payer does besides: nothing, or a payment of another amount, or a second payment. */
  readonly payer: 'as asked' | 'other amount' | 'twice';
}

const WRONG_PURPOSE = 'x'.repeat(70);

/** The requests of a date in both regions, in the order in which they are sent. */
export function merchantCalls(
  date: string,
  orders: number,
  seed: number,
  callbackUrl: string,
): MerchantCall[] {
  const calls = (['BR', 'EG'] as const).flatMap((region) => callsOf(date, orders, seed, region, callbackUrl));
  return calls.sort((one, other) => one.sendAt - other.sendAt || (one.orderNo < other.orderNo ? -1 : 1));
}

function callsOf(
  date: string,
  orders: number,
  seed: number,
  region: RegionCode,
  callbackUrl: string,
): MerchantCall[] {
  const day = regionDay({ date, orders, seed, scenarios: 'clean' }, region);
  return Array.from({ length: day.orders }, (_, index) => {
    const { order } = day.order(index);
    const [payIn] = order.payIns;
    const chance = keyOf(seed, index + (region === 'BR' ? 0 : 1_000_000_007)) % 1000;
    const isWrong = chance < 10;
    const callOf = (sentAt: number, amountMinor: number): MerchantCall => {
      const amount = order.region.requestText(amountMinor);
      const fields = [
        `"orderNo":"${order.orderNo}","purpose":"${isWrong ? WRONG_PURPOSE : payIn!.purpose}"`,
        `"merchant":{${order.party.requestJson}}`,
        `"money":{"currency":"${payIn!.currency}","amount":${amount}},"paymentMethod":"${payIn!.method}"`,
        ...(payIn!.expirySeconds === undefined ? [] : [`"expiryPeriod":${payIn!.expirySeconds}`]),
        // The interface wants HTTPS in Egypt; there the sandbox's own callbackUrl is used.
        ...(region === 'BR' ? [`"payer":{"pixAccount":"00000009999"},"callbackUrl":"${callbackUrl}"`] : []),
        ...(region === 'EG' && index % 2 === 0 ? [`"payer":{"name":"Payer ${index}","phone":"010000"}`] : []),
      ];
      return {
        ...{
          region,
          isWrong,
          merchantId: order.party.merchantId,
          orderNo: order.orderNo,
          sendAt: sentAt * 1000,
        },
        ...{ timestamp: day.scene.day.withOffset(sentAt), body: `{${fields.join(',')}}` },
        ...{ currency: payIn!.currency, amountMinor: BigInt(amountMinor), method: payIn!.method },
        payer: chance < 20 ? 'as asked' : chance < 25 ? 'other amount' : chance < 30 ? 'twice' : 'as asked',
      };
    };
    const first = callOf(order.requestedAt, order.amountMinor);
    // Some merchants send a request again: the same, or with another amount.
    if (chance >= 30 && chance < 35) return [first, callOf(order.requestedAt + 60, order.amountMinor)];
    if (chance >= 35 && chance < 40) return [first, callOf(order.requestedAt + 60, order.amountMinor + 100)];
    return [first];
  }).flat();
}
