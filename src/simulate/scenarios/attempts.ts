import type { Order } from '../order.ts';
import { differentMinor, firstPayIn, otherTradeNo, payAt, payment, type Scenario } from '../scenario.ts';

/** The interface documents only code "00". This code just means that the call did not succeed. */
function reject(order: Order): void {
  const response = firstPayIn(order).response!;
  response.code = '99';
  response.message = 'not accepted';
  response.tradeNo = undefined;
}

/** Orders whose call was refused, unanswered or repeated, or that were paid or notified several times. */
export const ATTEMPTS: readonly Scenario[] = [
  {
    name: 'rejected',
    about: 'The service answered with a code other than "00".',
    rate: { BR: 120, EG: 90 },
    outcome: 'REJECTED',
    findings: [],
    apply(order) {
      reject(order);
      order.callbacks = [];
    },
  },
  {
    name: 'paid-after-rejection',
    about: 'The service answered with a code other than "00", and a payment was notified all the same.',
    rate: { BR: 8, EG: 3 },
    outcome: 'MISMATCH',
    findings: ['PAID_AFTER_REJECTION'],
    apply: reject,
  },
  {
    name: 'no-response-paid',
    about: 'The call timed out, yet the order was made and paid.',
    rate: { BR: 10, EG: 10 },
    outcome: 'MATCHED',
    findings: ['NO_RESPONSE'],
    apply(order) {
      firstPayIn(order).response = undefined;
    },
  },
  {
    name: 'no-response-unpaid',
    about: 'The call timed out, and nothing more was heard.',
    rate: { BR: 15, EG: 20 },
    outcome: 'STUCK',
    findings: ['NO_RESPONSE', 'STUCK_PROCESSING'],
    apply(order) {
      firstPayIn(order).response = undefined;
      order.callbacks = [];
    },
  },
  {
    name: 'resubmitted',
    about:
      'The same order number was sent again with another amount, and accepted again; the first was paid.',
    rate: { BR: 8, EG: 4 },
    outcome: 'MISMATCH',
    findings: ['DUPLICATE_ORDER'],
    apply(order, scene) {
      const { region } = order;
      const first = firstPayIn(order);
      const minor = differentMinor(order, 1, scene);
      const sentAt = first.sentAt + scene.random.between(120, 600);
      const tradeNo = otherTradeNo(order, 1);
      const response = { ...first.response!, at: sentAt + 1, tradeNo, amountText: region.serviceText(minor) };
      order.payIns.push({ ...first, sentAt, amountText: region.requestText(minor), response });
      payAt(payment(order), Math.max(payment(order).completedAt, sentAt + 60));
    },
  },
  {
    name: 'two-payments',
    about: 'The payer paid twice: two notifications with different trade numbers.',
    rate: { BR: 8, EG: 3 },
    outcome: 'MISMATCH',
    findings: ['AMOUNT_MISMATCH', 'MULTIPLE_PAYMENTS', 'TRADE_NO_MISMATCH'],
    apply(order, { random }) {
      const first = payment(order);
      const second = { ...first, tradeNo: otherTradeNo(order, 1) };
      payAt(second, first.completedAt + random.between(20, 120));
      order.callbacks.push(second);
    },
  },
  {
    name: 'conflicting-callbacks',
    about: 'Two notifications of one payment give two amounts; the later one is right.',
    rate: { BR: 8, EG: 3 },
    outcome: 'MISMATCH',
    findings: ['CONFLICTING_CALLBACKS'],
    apply(order, scene) {
      const first = payment(order);
      const second = { ...first };
      payAt(second, first.completedAt + scene.random.between(20, 120));
      first.amountText = order.region.serviceText(differentMinor(order, -1, scene));
      order.callbacks.push(second);
    },
  },
];
