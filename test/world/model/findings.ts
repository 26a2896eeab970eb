/** The rules of the specification, one after another. */
import { type Evidence, HORIZON, KNOWN_STATUSES, type Notification } from './judge.ts';
import type { Money } from './records.ts';
import { SKEW } from './times.ts';

const LATE = 3_600_000;
const BLOCK_MATCH: ReadonlySet<string> = new Set([
  ...['AMOUNT_MISMATCH', 'CURRENCY_MISMATCH', 'AMOUNT_UNREADABLE', 'MULTIPLE_PAYMENTS', 'KEY_MISMATCH'],
  ...['CONFLICTING_CALLBACKS', 'DUPLICATE_ORDER', 'PAID_AFTER_REJECTION', 'TRADE_NO_MISMATCH'],
]);

export function findingsOf(evidence: Evidence): { outcome: string; findings: string[] } {
  const found = new Set<string>([
    ...evidence.payIns.flatMap(({ flags }) => flags),
    ...evidence.callbacks.flatMap(({ flags }) => flags),
    ...aboutRequests(evidence),
    ...aboutCallbacks(evidence),
    ...aboutPayments(evidence),
    ...aboutTimes(evidence),
  ]);
  const outcome = outcomeOf(
    evidence,
    [...found].some((code) => BLOCK_MATCH.has(code)),
  );
  if (outcome === 'ORPHAN') found.add('ORPHAN_CALLBACK');
  if (outcome === 'STUCK') found.add('STUCK_PROCESSING');
  return { outcome, findings: [...found].sort() };
}

function outcomeOf(evidence: Evidence, isWrong: boolean): string {
  const { payIns, payments, deadlineAt, asOf } = evidence;
  if (payIns.length === 0) return 'ORPHAN';
  if (payments.length > 0) return isWrong ? 'MISMATCH' : 'MATCHED';
  if (isRejected(evidence)) return 'REJECTED';
  if (asOf >= deadlineAt! + HORIZON) return 'EXPIRED';
  return asOf >= deadlineAt! ? 'STUCK' : 'PENDING';
}

function isRejected({ payIns }: Evidence): boolean {
  return payIns.length > 0 && payIns.every(({ code }) => code !== undefined && code !== '00');
}

function* aboutRequests(evidence: Evidence): Generator<string> {
  const { payIns, judged, callbacks, payments } = evidence;
  const amounts = payIns.map(({ money }) => money.minor ?? money.text);
  const accepted = payIns.filter(({ code }) => code === '00');
  if (judged !== undefined && isUnreadable(judged.money)) yield 'AMOUNT_UNREADABLE';
  if (
    [payIns.map(({ money }) => money.currency), amounts, payIns.map(({ method }) => method)].some(differ) ||
    differ(accepted.map(({ tradeNo }) => tradeNo))
  )
    yield 'DUPLICATE_ORDER';
  if (payments.length > 0 && isRejected(evidence)) yield 'PAID_AFTER_REJECTION';
  if (payIns.length > 0 && payIns.every(({ code }) => code === undefined)) yield 'NO_RESPONSE';
  if (judged?.echoDiffers === true) yield 'RESPONSE_MISMATCH';
  const { region, method, money } = judged ?? callbacks[0]!;
  if (region === '' || (region === 'BR' && ![undefined, 'BRL'].includes(money.currency)))
    yield 'UNSUPPORTED_VARIANT';
  else if (region === 'BR' && ![undefined, 'PIX'].includes(method)) yield 'UNSUPPORTED_VARIANT';
}

/** Whether there are two values; an absent one differs from none. */
function differ(values: ReadonlyArray<unknown>): boolean {
  return new Set(values.filter((value) => value !== undefined)).size > 1;
}

function isUnreadable({ minor, currency }: Money): boolean {
  return minor === undefined || currency === undefined;
}

function* aboutCallbacks(evidence: Evidence): Generator<string> {
  const { callbacks, payIns, isByTradeNo, hasUnverified, notifications } = evidence;
  const isUnknown = (status: string | undefined) => status === undefined || !KNOWN_STATUSES.includes(status);
  if (isByTradeNo) yield 'KEY_MISMATCH';
  if (hasUnverified) yield 'UNVERIFIED_CALLBACK';
  if (
    callbacks.some(({ status }) => isUnknown(status)) ||
    payIns.some(
      ({ code, responseStatus: status }) => code === '00' && status !== undefined && isUnknown(status),
    )
  )
    yield 'UNKNOWN_STATUS';
  if (notifications.some(isUnacknowledged)) yield 'ACK_NOT_SUCCESS';
  const paid = notifications.filter(({ first }) => first.status === 'SUCCESS');
  const paidAt = Math.min(...paid.map(({ receivedAt }) => receivedAt));
  const isLater = ({ first, receivedAt }: Notification) => first.status !== 'SUCCESS' && receivedAt > paidAt;
  if (paid.length > 0 && notifications.some(isLater)) yield 'STATUS_REGRESSED';
}

function isUnacknowledged({ deliveries }: Notification): boolean {
  const acks = deliveries.map(({ ack }) => ack);
  return !acks.includes('SUCCESS') && acks.some((ack) => ack !== undefined);
}

function* aboutPayments({ payments, deciding, judged, paid }: Evidence): Generator<string> {
  if (deciding === undefined) return;
  if (payments.some((payment) => isUnreadable(payment.deciding.first.money))) yield 'AMOUNT_UNREADABLE';
  if (payments.length > 1) yield 'MULTIPLE_PAYMENTS';
  for (const { notifications } of payments) {
    const money = notifications.map(({ first }) => first.money);
    if (
      differ(money.map(({ currency }) => currency)) ||
      differ(money.map(({ minor, text }) => minor ?? text))
    )
      yield 'CONFLICTING_CALLBACKS';
  }
  if (judged === undefined) return;
  const { money: requested, method, subMerchantId, tradeNo } = judged;
  if (differ([requested.currency, paid!.currency])) yield 'CURRENCY_MISMATCH';
  else if (requested.currency === paid!.currency && differ([requested.minor, paid!.minor]))
    yield 'AMOUNT_MISMATCH';
  if (differ([deciding.first.tradeNo, tradeNo])) yield 'TRADE_NO_MISMATCH';
  if (differ([deciding.first.method, method])) yield 'METHOD_MISMATCH';
  if (differ([deciding.first.subMerchantId, subMerchantId])) yield 'SUB_MERCHANT_MISMATCH';
}

function* aboutTimes({ deciding, judged }: Evidence): Generator<string> {
  if (deciding?.first.completedAt === undefined) return;
  const { completedAt, isImpossible } = deciding.first;
  const isBefore = judged !== undefined && completedAt < judged.requestedAt - SKEW;
  if (isBefore || completedAt > deciding.receivedAt + SKEW) yield 'TIME_IMPLAUSIBLE';
  if (judged !== undefined && completedAt > judged.expiresAt && !isImpossible) yield 'PAID_AFTER_EXPIRY';
  if (deciding.receivedAt > completedAt + LATE) yield 'LATE_CALLBACK';
}
