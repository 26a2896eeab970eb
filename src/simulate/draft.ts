import type { Callback, Numbering, Order, PayIn, Scene } from './order.ts';
import { PARTIES, type Party } from './parties.ts';
import { keyOf, type Random } from './random.ts';
import { METHODS, type RegionCode } from './regions.ts';

/** The prefixes of order and trade numbers for a date (yyyy-MM-dd), region and seed. */
export function numberingOf(date: string, region: RegionCode, seed: number): Numbering {
  const key = keyOf(seed, 9);
  const compact = date.replaceAll('-', '');
  const letters = (key % 46_656).toString(36).toUpperCase().padStart(3, '0');
  const digits = String(key % 10_000).padStart(4, '0');
  const regionDigit = region === 'BR' ? 1 : 2;
  return {
    orderStem: `${compact.slice(2)}${letters}`,
    digitsStem: `0${regionDigit}${compact.slice(2)}${digits}`,
    tradeStem: `${compact}${regionDigit}${digits}`,
  };
}

const PURPOSES: { readonly [region in RegionCode]: readonly string[] } = {
  BR: ['Pedido na loja', 'Recarga de créditos', 'Inscrição no torneio', 'Mensalidade', 'Order payment'],
  EG: [
    'Order payment',
    'Event tickets',
    'Top-up',
    'Monthly fee',
    'Order payment',
    'Event tickets',
    'شحن رصيد',
  ],
};

/** Order `index` in the ordinary case: requested, accepted, paid as requested, notified once. */
export function draftOrder(scene: Scene, index: number): Order {
  const { region, random } = scene;
  const requestedAt = scene.requestTime((index + random.unit()) / scene.orders);
  const party = PARTIES[region.code][random.between(0, 99)]!;
  const order: Order = {
    region,
    index,
    orderNo: orderNoOf(scene.numbering, party, index),
    tradeNo: `${scene.numbering.tradeStem}${String(index).padStart(8, '0')}0`,
    amountMinor: region.drawMinor(random),
    requestedAt,
    payer: random.between(0, 9999),
    party,
    payIns: [],
    callbacks: [],
  };
  const isReference = region.code === 'EG' && random.chance(0.88);
  const method = region.code === 'BR' ? METHODS.PIX : isReference ? METHODS.FAWRY : METHODS.WALLET;
  const expirySeconds = drawExpirySeconds(region.code, isReference, random);
  order.payIns.push(acceptedPayIn(order, method, expirySeconds, random));
  const completedAt = requestedAt + drawPaymentSeconds(isReference, expirySeconds ?? 3600, random);
  order.callbacks.push(paidCallback(order, method, completedAt, isReference, random));
  return order;
}

function orderNoOf(numbering: Numbering, party: Party, index: number): string {
  if (party.orderPrefix === undefined) return numbering.digitsStem + String(index).padStart(8, '0');
  return party.orderPrefix + numbering.orderStem + index.toString(36).toUpperCase().padStart(6, '0');
}

function acceptedPayIn(
  order: Order,
  method: string,
  expirySeconds: number | undefined,
  random: Random,
): PayIn {
  const { region, amountMinor, requestedAt } = order;
  const purposes = PURPOSES[region.code];
  return {
    sentAt: requestedAt,
    sentMilliseconds: random.between(0, 999),
    purpose: purposes[random.between(0, purposes.length - 1)]!,
    currency: region.currency,
    amountText: region.requestText(amountMinor),
    method,
    expirySeconds,
    response: {
      at: requestedAt + random.between(0, 2),
      code: '00',
      message: 'success',
      tradeNo: order.tradeNo,
      amountText: region.serviceText(amountMinor),
    },
  };
}

function paidCallback(
  order: Order,
  method: string,
  completedAt: number,
  isReference: boolean,
  random: Random,
): Callback {
  return {
    orderNo: order.orderNo,
    tradeNo: order.tradeNo,
    party: order.party,
    method,
    status: 'SUCCESS',
    currency: order.region.currency,
    amountText: order.region.serviceText(order.amountMinor),
    completedAt,
    // Reference channels usually leave the offset out.
    completedForm: isReference && random.chance(0.6) ? 'local' : 'offset',
    receivedAt: completedAt + random.between(1, 15),
    receivedMilliseconds: random.between(0, 999),
    headerForm: 'offset',
    ack: 'SUCCESS',
    verified: true,
    copies: 1,
    isCut: false,
  };
}

function drawExpirySeconds(region: RegionCode, isReference: boolean, random: Random): number | undefined {
  const share = random.unit();
  if (region === 'BR') return share < 0.5 ? undefined : share < 0.7 ? 3600 : share < 0.85 ? 7200 : 86_400;
  if (isReference) return share < 0.2 ? undefined : share < 0.4 ? 43_200 : 86_400;
  return share < 0.7 ? undefined : 1800;
}

/** Seconds from request to payment: minutes by phone, often hours at a kiosk, always within the session. */
function drawPaymentSeconds(isReference: boolean, sessionSeconds: number, random: Random): number {
  const waiting = -Math.log(1 - random.unit());
  const slow = waiting * Math.sqrt(waiting);
  const seconds = isReference ? 240 + 2400 * slow : 12 + 95 * slow;
  return Math.floor(Math.min(seconds, 0.9 * sessionSeconds));
}
