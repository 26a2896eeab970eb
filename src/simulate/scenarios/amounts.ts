import type { Order } from '../order.ts';
import { differentMinor, firstPayIn, payment, type Scenario } from '../scenario.ts';

function withAmount(order: Order, minor: number): void {
  payment(order).amountText = order.region.serviceText(minor);
}

/** Orders whose paid amount differs from the requested amount or cannot be read. */
export const AMOUNTS: readonly Scenario[] = [
  {
    name: 'overpaid',
    about: 'The notification has up to a fifth more than was asked for.',
    rate: { BR: 8, EG: 3 },
    outcome: 'MISMATCH',
    findings: ['AMOUNT_MISMATCH'],
    apply(order, scene) {
      withAmount(order, differentMinor(order, 1, scene));
    },
  },
  {
    name: 'underpaid',
    about: 'The notification has up to a fifth less than was asked for.',
    rate: { BR: 10, EG: 4 },
    outcome: 'MISMATCH',
    findings: ['AMOUNT_MISMATCH'],
    apply(order, scene) {
      withAmount(order, differentMinor(order, -1, scene));
    },
  },
  {
    name: 'unit-scale',
    about: 'Brazil: notified in reais instead of centavos; Egypt: in piastres instead of pounds.',
    rate: { BR: 3, EG: 13 },
    outcome: 'MISMATCH',
    findings: ['AMOUNT_MISMATCH'],
    apply(order) {
      const { region, amountMinor } = order;
      if (region.code === 'EG') {
        payment(order).amountText = String(amountMinor);
        return;
      }
      // An amount in centavos has no decimals for reais, so the order is for whole reais.
      const reais = Math.max(1, Math.floor(amountMinor / 100));
      const payIn = firstPayIn(order);
      payIn.amountText = String(reais * 100);
      payIn.response!.amountText = payIn.amountText;
      payment(order).amountText = String(reais);
    },
  },
  {
    name: 'wrong-currency',
    about: 'The notification gives the same number in USD.',
    rate: { BR: 8, EG: 2 },
    outcome: 'MISMATCH',
    findings: ['CURRENCY_MISMATCH'],
    apply(order) {
      payment(order).currency = 'USD';
    },
  },
  {
    name: 'unreadable-amount',
    about: 'The amount has more places than its currency: BRL 200.5 centavos, EGP 1.005.',
    rate: { BR: 8, EG: 3 },
    outcome: 'MISMATCH',
    findings: ['AMOUNT_UNREADABLE'],
    apply(order) {
      const major = Math.floor(order.amountMinor / 100);
      payment(order).amountText = order.region.code === 'BR' ? `${major}.5` : `${major}.005`;
    },
  },
  {
    name: 'response-mismatch',
    about: 'The answer echoes another amount than was asked for; the payment is right.',
    rate: { BR: 3, EG: 12 },
    outcome: 'MATCHED',
    findings: ['RESPONSE_MISMATCH'],
    apply(order) {
      firstPayIn(order).response!.amountText = order.region.serviceText(order.amountMinor + 100);
    },
  },
];
