import type { Logger } from 'pino';
import type { UnderWay } from '../http/under-way.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { furtherTradeNo, MOST_TRADES } from './create-order.ts';
import { draw } from './draw.ts';
import type { KnownOrder, SandboxOrder, SandboxPayment } from './known-order.ts';
import type { Notifier } from './notifier.ts';
import type { OrderBook } from './order-book.ts';
import { type PlannedCallback, planCallbacks } from './plan-callbacks.ts';
import type { Timeline } from './timeline.ts';

export interface PayContext {
  readonly settings: Settings;
  readonly book: OrderBook;
  readonly notifier: Notifier;
  readonly timeline: Timeline;
  readonly underWay: UnderWay;
}

/** How an order is paid. */
export interface GivenPayment {
  readonly amountMinor?: string;
  readonly again?: boolean;
}

/** What a payment came to. */
export type Paid = 'paid' | 'expired' | 'paid already';

/**
 * Pays an order and plans its callbacks. A further payment of the same order is a trade of its own.
 * @param amountMinor in minor units; that of the order if absent
 * @param again whether an order that is paid may be paid once more
 */
export function payOrder(context: PayContext, known: KnownOrder, given: GivenPayment = {}): Promise<Paid> {
  return context.underWay.track(pay(context, known, given));
}

async function pay(
  context: PayContext,
  known: KnownOrder,
  { amountMinor = known.order.amountMinor, again = false }: GivenPayment,
): Promise<Paid> {
  const { book, notifier, timeline } = context;
  const { order, payments } = known;
  const paidAt = timeline.now();
  if (paidAt >= order.expiresAt) return 'expired';
  if (payments.length > 0 && (!again || payments.length >= MOST_TRADES)) return 'paid already';
  const number = payments.length + 1;
  const tradeNo = number === 1 ? order.tradeNo : furtherTradeNo(order.tradeNo, number - 1);
  await book.addPayment(known, { tradeNo, amountMinor, paidAt });
  const callbacks = callbacksOfPayment(context, known, number);
  // The callback that comes before the response is not left to a timer.
  const isNow = order.fault === 'beforeResponse' && number === 1 && order.callbackUrl !== undefined;
  for (const callback of callbacks) {
    if (isNow) await notifier.sendNow(known, callback);
    else notifier.plan(known, callback);
  }
  return 'paid';
}

/** @param number of the payment within the order, from 1 */
function callbacksOfPayment(
  { settings }: PayContext,
  { order, payments }: KnownOrder,
  number: number,
): readonly PlannedCallback[] {
  const payment: SandboxPayment = payments[number - 1]!;
  const region = regionOfOrder(settings, order);
  return planCallbacks({ settings: settings.sandbox, region }, order, payment, number);
}

/** The region of an order; the first one where the settings do not have it any more. */
export function regionOfOrder(
  { regions }: Pick<Settings, 'regions'>,
  { region }: Pick<SandboxOrder, 'region'>,
): RegionSettings {
  return regions.find(({ name }) => name === region) ?? regions[0]!;
}

/** When a payer pays by himself, milliseconds since 1970; undefined where nobody does, or not in time. */
export function ownPaymentAt(
  { settings: { sandbox } }: Pick<PayContext, 'settings'>,
  { order }: Pick<KnownOrder, 'order'>,
): number | undefined {
  const { merchantId, orderNo, createdAt, expiresAt, fault } = order;
  if (fault === 'beforeResponse') return createdAt;
  if (draw(sandbox.seed, merchantId, orderNo, 'pays') >= sandbox.pay.share) return undefined;
  const { leastSeconds, mostSeconds } = sandbox.pay;
  const share = draw(sandbox.seed, merchantId, orderNo, 'after');
  const at = createdAt + Math.floor((leastSeconds + share * Math.max(0, mostSeconds - leastSeconds)) * 1000);
  return at < expiresAt ? at : undefined;
}

/** Lets the payer of a new order pay: before this resolves, where the order's fault says so. */
export async function planOwnPayment(
  context: PayContext,
  known: KnownOrder,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  const payAt = ownPaymentAt(context, known);
  if (known.order.fault === 'beforeResponse') await payOrder(context, known);
  else if (payAt !== undefined) payLater(context, known, payAt, log);
}

/**
 * Goes on with an order after a restart: with the payment that was planned, and with callbacks that were not sent or not
 * acknowledged. What was due in the meantime happens soon.
 */
export function resumeOrder(context: PayContext, known: KnownOrder, log: Pick<Logger, 'error'>): void {
  const { payments, deliveries } = known;
  const payAt = ownPaymentAt(context, known);
  if (payments.length === 0 && payAt !== undefined) payLater(context, known, payAt, log);
  for (const index of payments.keys()) {
    for (const callback of callbacksOfPayment(context, known, index + 1)) {
      const attempts = deliveries.filter(
        ({ paymentNumber, callbackNumber }) =>
          paymentNumber === callback.paymentNumber && callbackNumber === callback.callbackNumber,
      );
      context.notifier.plan(known, callback, attempts);
    }
  }
}

function payLater(context: PayContext, known: KnownOrder, at: number, log: Pick<Logger, 'error'>): void {
  context.timeline.at(at, () => {
    payOrder(context, known).catch((error: unknown) => log.error({ fault: error }, 'payment not stored'));
  });
}
