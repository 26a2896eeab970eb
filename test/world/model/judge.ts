/** What becomes of orders, from all that was kept, as of a moment. Simple and slow. */
import { findingsOf } from './findings.ts';
import type { Callback, Kept, Money, PayIn } from './records.ts';
import { ZONES } from './records.ts';
import { localDate } from './times.ts';

export const GRACE = 900_000;
export const HORIZON = 7 * 86_400_000;
export const KNOWN_STATUSES: readonly string[] = ['SUCCESS', 'PROCESSING'];

/** Deliveries that say the same. */
export interface Notification {
  readonly first: Callback;
  readonly receivedAt: number;
  readonly deliveries: readonly Callback[];
}

export interface Payment {
  readonly tradeNo: string | undefined;
  readonly deciding: Notification;
  readonly notifications: readonly Notification[];
  readonly paidDate: string;
}

export interface Evidence {
  readonly payIns: readonly PayIn[];
  /** The record by which the order is judged. */
  readonly judged: PayIn | undefined;
  /** In the order of their times. */
  readonly callbacks: readonly Callback[];
  readonly notifications: readonly Notification[];
  readonly payments: readonly Payment[];
  readonly deciding: Notification | undefined;
  readonly paid: Money | undefined;
  readonly isByTradeNo: boolean;
  readonly hasUnverified: boolean;
  readonly deadlineAt: number | undefined;
  readonly asOf: number;
}

export interface Judged extends Evidence {
  readonly merchantId: string;
  readonly orderNo: string;
  readonly region: string;
  readonly zone: string;
  readonly businessDate: string;
  readonly outcome: string;
  readonly stuckReason: string;
  readonly findings: readonly string[];
  readonly requested: Money | undefined;
  readonly difference: bigint | undefined;
}

interface Gathered {
  readonly payIns: PayIn[];
  readonly callbacks: Callback[];
  isByTradeNo: boolean;
  hasUnverified: boolean;
}

export function judgeAll(kept: Iterable<Kept>, asOf: number): Judged[] {
  const orders = gather([...kept].filter((one) => timeOf(one) <= asOf));
  return [...orders.values()]
    .filter(({ payIns, callbacks }) => payIns.length + callbacks.length > 0)
    .map((order) => judge(order, asOf));
}

function timeOf(one: Kept): number {
  return one.kind === 'pay-in' ? one.requestedAt : one.receivedAt;
}

const keyOf = ({ merchantId, orderNo }: { merchantId: string; orderNo: string }) =>
  `${merchantId} ${orderNo}`;

function gather(kept: readonly Kept[]): Map<string, Gathered> {
  const orders = new Map<string, Gathered>();
  const orderOf = (key: string) => {
    if (!orders.has(key))
      orders.set(key, { payIns: [], callbacks: [], isByTradeNo: false, hasUnverified: false });
    return orders.get(key)!;
  };
  const payIns = kept.filter((one) => one.kind === 'pay-in');
  const callbacks = kept.filter((one) => one.kind === 'callback');
  for (const payIn of payIns) orderOf(keyOf(payIn)).payIns.push(payIn);
  for (const callback of callbacks) {
    const key = keyOf(callback);
    if (callback.isUnverified) {
      orderOf(key).hasUnverified = true;
      continue;
    }
    const other = (orders.get(key)?.payIns.length ?? 0) > 0 ? undefined : orderByTradeNo(callback, payIns);
    const order = orderOf(other ?? key);
    order.callbacks.push(callback);
    if (other !== undefined) order.isByTradeNo = true;
  }
  return orders;
}

/** The order whose responses alone have the callback's trade number, if the callback names its merchant or number. */
function orderByTradeNo(callback: Callback, payIns: readonly PayIn[]): string | undefined {
  const { tradeNo, merchantId, orderNo } = callback;
  const holders = payIns.filter((one) => tradeNo !== undefined && one.tradeNo === tradeNo);
  const [holder, ...others] = [...new Set(holders.map(keyOf))];
  if (holder === undefined || others.length > 0) return undefined;
  const isNamed = holders.some((one) => one.merchantId === merchantId || one.orderNo === orderNo);
  return isNamed ? holder : undefined;
}

function judge(order: Gathered, asOf: number): Judged {
  const payIns = [...order.payIns].sort((one, other) => one.requestedAt - other.requestedAt);
  const judged = payIns.find(({ code }) => code === '00') ?? payIns[0];
  const first = (one: Callback) => one.completedAt ?? one.receivedAt;
  const callbacks = [...order.callbacks].sort((one, other) => first(one) - first(other));
  const notifications = notificationsOf(callbacks);
  const shown = judged ?? callbacks[0]!;
  const zone = ZONES[shown.region]!;
  const payments = paymentsOf(notifications, zone);
  const deciding = greatest(payments.map((payment) => payment.deciding));
  const evidence: Evidence = {
    ...{ payIns, judged, callbacks, notifications, payments, deciding, asOf },
    paid: paidOf(payments, deciding),
    isByTradeNo: order.isByTradeNo,
    hasUnverified: order.hasUnverified,
    deadlineAt: judged === undefined ? undefined : judged.expiresAt + GRACE,
  };
  const { outcome, findings } = findingsOf(evidence);
  const requested = judged?.money;
  return {
    ...evidence,
    ...{
      merchantId: shown.merchantId,
      orderNo: shown.orderNo,
      region: shown.region,
      zone,
      outcome,
      findings,
    },
    businessDate: localDate(zone, payIns[0]?.requestedAt ?? first(callbacks[0]!)),
    stuckReason: stuckReason(evidence),
    requested,
    difference: differenceOf(requested, evidence.paid),
  };
}

function notificationsOf(callbacks: readonly Callback[]): Notification[] {
  const groups = new Map<string, Callback[]>();
  for (const one of callbacks) {
    const { currency, minor, text } = one.money;
    const amount = minor === undefined ? `text ${text}` : String(minor);
    const key = JSON.stringify([one.status, one.tradeNo, currency, amount, one.completedAt].map(String));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((deliveries) => {
    const [first] = [...deliveries].sort((one, other) => one.receivedAt - other.receivedAt);
    return { first: first!, receivedAt: first!.receivedAt, deliveries };
  });
}

function paymentsOf(notifications: readonly Notification[], zone: string): Payment[] {
  const paid = notifications.filter(({ first }) => first.status === 'SUCCESS');
  const trades = [...new Set(paid.map(({ first }) => first.tradeNo))];
  const named = trades.filter((tradeNo) => tradeNo !== undefined);
  // Those without a trade number join the only one that there is.
  const only = named.length === 1 ? named[0] : undefined;
  const groups = new Set(trades.map((tradeNo) => tradeNo ?? only));
  return [...groups].map((tradeNo) => {
    const own = paid.filter(({ first }) => (first.tradeNo ?? only) === tradeNo);
    const deciding = greatest(own)!;
    const { completedAt, isImpossible } = deciding.first;
    const at = completedAt === undefined || isImpossible ? deciding.receivedAt : completedAt;
    return { tradeNo, deciding, notifications: own, paidDate: localDate(zone, at) };
  });
}

/** The latest by completion, then by receipt, then by amount, then by trade number; what is absent comes first. */
function greatest(notifications: readonly Notification[]): Notification | undefined {
  const amount = ({ first }: Notification) => first.money.minor ?? -1n;
  return [...notifications].sort(
    (one, other) =>
      (other.first.completedAt ?? -Infinity) - (one.first.completedAt ?? -Infinity) ||
      other.receivedAt - one.receivedAt ||
      Number(amount(other) - amount(one)) ||
      ((other.first.tradeNo ?? '') > (one.first.tradeNo ?? '') ? 1 : -1),
  )[0];
}

function paidOf(payments: readonly Payment[], deciding: Notification | undefined): Money | undefined {
  if (deciding === undefined) return undefined;
  const { currency, text } = deciding.first.money;
  const own = payments.filter((one) => one.deciding.first.money.currency === currency);
  const minors = own.map((one) => one.deciding.first.money.minor);
  const isReadable = currency !== undefined && !minors.includes(undefined);
  return {
    currency,
    text,
    minor: isReadable ? minors.reduce((sum: bigint, one) => sum + one!, 0n) : undefined,
  };
}

function differenceOf(requested: Money | undefined, paid: Money | undefined): bigint | undefined {
  if (requested?.minor === undefined || paid?.minor === undefined) return undefined;
  return requested.currency === paid.currency ? paid.minor - requested.minor : undefined;
}

function stuckReason({ callbacks, payIns }: Evidence): string {
  if (callbacks.some(({ status }) => !KNOWN_STATUSES.includes(status ?? ''))) return 'unknown_status';
  if (callbacks.some(({ status }) => status === 'PROCESSING')) return 'processing';
  return payIns.every(({ code }) => code === undefined) ? 'no_response' : 'accepted';
}
