import type { Order } from '../order.ts';
import { PARTIES, type Party } from '../parties.ts';
import { METHODS } from '../regions.ts';
import { firstPayIn, otherTradeNo, payment, type Scenario } from '../scenario.ts';

function subMerchantParties(order: Order): readonly Party[] {
  const { merchantId } = order.party;
  const own = PARTIES[order.region.code].filter((party) => party.merchantId === merchantId);
  return [...new Set(own)].filter((party) => party.subMerchantId !== undefined);
}

/** Orders whose callback names another order, trade, method or sub-merchant, or whose variant does not exist. */
export const IDENTITY: readonly Scenario[] = [
  {
    name: 'key-mismatch',
    about: "The callback has the order's trade number under an order number nobody sent.",
    rate: { BR: 8, EG: 3 },
    outcome: 'MISMATCH',
    findings: ['KEY_MISMATCH'],
    apply(order) {
      payment(order).orderNo = `${order.orderNo}R`;
    },
  },
  {
    name: 'trade-no-mismatch',
    about: "The callback has another trade number than the service's answer.",
    rate: { BR: 4, EG: 13 },
    outcome: 'MISMATCH',
    findings: ['TRADE_NO_MISMATCH'],
    apply(order) {
      payment(order).tradeNo = otherTradeNo(order, 2);
    },
  },
  {
    name: 'method-mismatch',
    about: 'Egypt: asked for by FAWRY, paid from a wallet.',
    rate: { BR: 0, EG: 14 },
    outcome: 'MATCHED',
    findings: ['METHOD_MISMATCH'],
    apply(order) {
      firstPayIn(order).method = METHODS.FAWRY;
      payment(order).method = METHODS.WALLET;
    },
  },
  {
    name: 'sub-merchant-mismatch',
    about: 'The callback names another sub-merchant than the request.',
    rate: { BR: 3, EG: 12 },
    outcome: 'MATCHED',
    findings: ['SUB_MERCHANT_MISMATCH'],
    apply(order) {
      const [asked, notified] = subMerchantParties(order);
      order.party = asked!;
      payment(order).party = notified!;
    },
  },
  {
    name: 'unsupported-variant',
    about: 'Brazil: a PIX order in USD, or one in BRL by another method than PIX.',
    rate: { BR: 8, EG: 0 },
    outcome: 'MATCHED',
    findings: ['UNSUPPORTED_VARIANT'],
    apply(order, { random }) {
      const payIn = firstPayIn(order);
      if (random.chance(0.5)) payIn.currency = 'USD';
      else payIn.method = 'BOLETO';
      payment(order).currency = payIn.currency;
      payment(order).method = payIn.method;
    },
  },
  {
    name: 'unverified-callback',
    about: 'Beside the true callback there is one whose signature did not verify.',
    rate: { BR: 4, EG: 12 },
    outcome: 'MATCHED',
    findings: ['UNVERIFIED_CALLBACK'],
    apply(order) {
      const forged = { ...payment(order), ack: 'FAIL', verified: false };
      forged.amountText = order.region.serviceText(order.amountMinor + 100_000);
      forged.receivedAt = Math.max(order.requestedAt + 5, forged.receivedAt - 8);
      order.callbacks.unshift(forged);
    },
  },
  {
    name: 'purpose-too-long',
    about: 'The purpose has 70 characters where 64 are allowed.',
    rate: { BR: 8, EG: 4 },
    outcome: 'MATCHED',
    findings: ['CONTRACT_VIOLATION'],
    apply(order) {
      firstPayIn(order).purpose = 'Order payment '.repeat(5);
    },
  },
];
