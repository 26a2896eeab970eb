import { rawJson } from '../contract/json.ts';
import { currencyExponent, formatMajor } from '../normalise/money.ts';
import type { SandboxFault, SandboxSettings } from '../settings/sandbox.ts';
import type { RegionSettings } from '../settings/schema.ts';
import { draw } from './draw.ts';
import type { SandboxOrder, SandboxPayment } from './known-order.ts';
import { localTime, zonedTime } from './zoned-time.ts';

/** A callback that is to be sent. */
export interface PlannedCallback {
  /** Number of the payment within the order, from 1. */
  readonly paymentNumber: number;
  /** Number of the callback among those of the payment, from 1. */
  readonly callbackNumber: number;
  /** Milliseconds since 1970. */
  readonly sendAt: number;
  /** Interface: "Callback request body". Without the payer. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Cut the connection once the receiver answers the first time, as if its answer was lost. */
  readonly dropAnswer: boolean;
}

interface PlanContext {
  readonly settings: SandboxSettings;
  readonly region: RegionSettings;
}

/** The callbacks of a payment, as its order's fault has them: the same each time, also after a restart. */
export function planCallbacks(
  context: PlanContext,
  order: SandboxOrder,
  payment: SandboxPayment,
  paymentNumber: number,
): readonly PlannedCallback[] {
  return callbacksOf(context, order, payment).map((callback, index) => ({
    ...callback,
    ...{ paymentNumber, callbackNumber: index + 1 },
  }));
}

type UnnumberedCallback = Omit<PlannedCallback, 'paymentNumber' | 'callbackNumber'>;

function callbacksOf(
  context: PlanContext,
  order: SandboxOrder,
  payment: SandboxPayment,
): readonly UnnumberedCallback[] {
  const { settings } = context;
  const { fault } = order;
  const dueAt = payment.paidAt + settings.callbackDelaySeconds * 1000;
  const usual = bodyOf(context, order, payment);
  const one = (body: Readonly<Record<string, unknown>>, sendAt = dueAt): UnnumberedCallback => ({
    ...{ sendAt, body, dropAnswer: fault === 'connectionDropped' },
  });
  switch (fault) {
    case 'lost':
      return [];
    case 'duplicate':
      return [one(usual), one(usual, dueAt + 2_000)];
    case 'conflictingDuplicate': {
      const other = moneyOf(context, order, otherAmount(settings, order, payment));
      return [one(usual), one({ ...usual, money: other }, dueAt + 30_000)];
    }
    case 'outOfOrder':
      return [one(usual), one({ ...usual, status: 'PROCESSING' }, dueAt + 30_000)];
    case 'late':
      return [one(usual, dueAt + settings.lateSeconds * 1000)];
    case 'beforeResponse':
      return [one(usual, payment.paidAt)];
    case 'hugeBurst': {
      const interval = settings.burstSeconds * 1000;
      return [one(usual, Math.ceil(dueAt / interval) * interval)];
    }
    default:
      return [one({ ...usual, ...changed(context, order, payment, fault) })];
  }
}

/** The members of a callback that a fault changes. */
function changed(
  context: PlanContext,
  order: SandboxOrder,
  { paidAt, amountMinor, tradeNo }: SandboxPayment,
  fault: SandboxFault | undefined,
): Readonly<Record<string, unknown>> {
  const { settings, region } = context;
  switch (fault) {
    case 'offsetMissing':
      return { transactionTime: localTime(paidAt, region.zone) };
    case 'offsetWrong':
      return { transactionTime: zonedTime(paidAt, region.zone, wrongHours(settings, order)) };
    case 'amountChanged':
      return { money: moneyOf(context, order, otherAmount(settings, order, { amountMinor })) };
    case 'amountOtherUnit':
      return {
        money: { currency: order.currency, amount: rawJson(inOtherUnit(region, order, amountMinor)) },
      };
    case 'wrongTradeNo':
      return { tradeNo: `${tradeNo.slice(0, -1)}9` };
    case 'unknownStatus':
      return { status: settings.unknownStatus };
    case 'emptySubMerchant':
      return { subMerchantId: '', subMerchantName: '' };
    default:
      return {};
  }
}

/** Interface: "Callback request body". */
function bodyOf(context: PlanContext, order: SandboxOrder, payment: SandboxPayment) {
  const known = context.settings.merchants.find((one) => one.merchantId === order.merchantId);
  return {
    orderNo: order.orderNo,
    tradeNo: payment.tradeNo,
    merchantId: order.merchantId,
    merchantName: order.merchantName ?? known?.merchantName ?? order.merchantId,
    subMerchantId: order.subMerchantId ?? '',
    subMerchantName: order.subMerchantName ?? '',
    paymentMethod: order.paymentMethod,
    transactionTime: zonedTime(payment.paidAt, context.region.zone),
    status: 'SUCCESS',
    money: moneyOf(context, order, payment.amountMinor),
  };
}

function moneyOf({ region }: PlanContext, { currency }: SandboxOrder, amountMinor: string): object {
  const amount = region.amountUnit === 'minor' ? amountMinor : inMajor(amountMinor, currency);
  return { currency, amount: rawJson(amount) };
}

function inMajor(amountMinor: string, currency: string): string {
  return formatMajor(amountMinor, currencyExponent(currency));
}

/** The amount as it would be in the unit that the region does not use, with as few decimals as there are. */
function inOtherUnit(region: RegionSettings, { currency }: SandboxOrder, amountMinor: string): string {
  if (region.amountUnit === 'major') return amountMinor;
  const text = inMajor(amountMinor, currency);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const HOURS = [-5, -3, -2, -1, 1, 2];

function wrongHours({ seed }: SandboxSettings, { merchantId, orderNo }: SandboxOrder): number {
  return HOURS[Math.floor(draw(seed, merchantId, orderNo, 'hours') * HOURS.length)]!;
}

/** An amount that differs from the payment's by 1 to 20 %, at least by one major unit. */
function otherAmount(
  { seed }: SandboxSettings,
  { merchantId, orderNo }: SandboxOrder,
  { amountMinor }: Pick<SandboxPayment, 'amountMinor'>,
): string {
  const amount = BigInt(amountMinor);
  const percent = 1n + BigInt(Math.floor(draw(seed, merchantId, orderNo, 'percent') * 20));
  const difference = (amount * percent) / 100n;
  const least = difference > 100n ? difference : 100n;
  const isLess = draw(seed, merchantId, orderNo, 'direction') < 0.5 && amount > least;
  return String(isLess ? amount - least : amount + least);
}
