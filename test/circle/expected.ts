/**
 * What finance must see of an order, told from what the sandbox knows and what merchants sent. Written apart from the
 * program, simply and slowly: it shares no code with the reading of logs and the rules.
 */
import type { KnownOrder, SandboxDelivery } from '../../src/sandbox/known-order.ts';
import type { AnsweredCall } from './play-day.ts';

/** What is known of one order of a merchant. */
export interface OrderEvidence {
  readonly calls: readonly AnsweredCall[];
  /** Undefined if the service refused every request. */
  readonly known: KnownOrder | undefined;
}

export interface Expected {
  readonly outcome: string;
  readonly findings: readonly string[];
  /** Minor units by trade, sorted by trade; undefined where the amount cannot be read. */
  readonly payments: ReadonlyArray<readonly [tradeNo: string, amountMinor: bigint | undefined]>;
}

/** A callback as it reads. Times are milliseconds since 1970. */
interface Callback {
  readonly status: string;
  readonly tradeNo: string;
  readonly amountText: string;
  readonly amountMinor: bigint | undefined;
  readonly completedAt: number;
  readonly receivedAt: number;
}

const SKEW = 300_000;
const LATE = 3_600_000;
const KNOWN_STATUSES = ['SUCCESS', 'PROCESSING'];
const MISMATCHES = [
  ...[
    'AMOUNT_MISMATCH',
    'AMOUNT_UNREADABLE',
    'CONFLICTING_CALLBACKS',
    'DUPLICATE_ORDER',
    'MULTIPLE_PAYMENTS',
  ],
  ...['PAID_AFTER_REJECTION', 'TRADE_NO_MISMATCH'],
];

export function expectedOf({ calls, known }: OrderEvidence): Expected {
  const judged = judgedCall(calls);
  const callbacks = (known?.deliveries ?? []).filter(hasArrived).map((one) => read(one, judged.call.region));
  const paid = callbacks.filter(({ status }) => status === 'SUCCESS');
  const trades = [...new Set(paid.map(({ tradeNo }) => tradeNo))].sort();
  const deciding = trades.map((trade) => latest(paid.filter(({ tradeNo }) => tradeNo === trade)));
  const findings = new Set<string>(aboutCalls(calls, callbacks));
  const isPaid = deciding.length > 0;
  if (isPaid) for (const code of aboutPayment(judged, paid, deciding)) findings.add(code);
  if (callbacks.some(({ status }) => !KNOWN_STATUSES.includes(status))) findings.add('UNKNOWN_STATUS');
  if (isPaid && hasRegressed(callbacks)) findings.add('STATUS_REGRESSED');
  const isRejected = calls.every(({ code }) => code !== undefined && code !== '00');
  if (isPaid && isRejected) findings.add('PAID_AFTER_REJECTION');
  const isWrong = [...findings].some((code) => MISMATCHES.includes(code));
  const outcome = isPaid ? (isWrong ? 'MISMATCH' : 'MATCHED') : isRejected ? 'REJECTED' : 'STUCK';
  if (outcome === 'STUCK') findings.add('STUCK_PROCESSING');
  return {
    outcome,
    findings: [...findings].sort(),
    payments: deciding.map(({ tradeNo, amountMinor }) => [tradeNo, amountMinor]),
  };
}

/** The earliest call that was accepted, else the earliest. */
function judgedCall(calls: readonly AnsweredCall[]): AnsweredCall {
  const sorted = [...calls].sort((one, other) => one.call.sendAt - other.call.sendAt);
  return sorted.find(({ code }) => code === '00') ?? sorted[0]!;
}

/** Whether a delivery reached the endpoint, be it that its answer was lost. */
function hasArrived({ isAcknowledged, answer }: SandboxDelivery): boolean {
  return isAcknowledged || answer === 'dropped';
}

/** A callback as the interface says how to read it: centavos in Brazil, pounds with two decimals in Egypt. */
function read({ body, sentAt }: SandboxDelivery, region: 'BR' | 'EG'): Callback {
  const text = JSON.parse(JSON.stringify(body)) as {
    readonly [key in 'status' | 'tradeNo' | 'transactionTime']: string;
  };
  const amountText = /"amount":([^,}]+)/.exec(JSON.stringify(body))![1]!;
  // Both regions keep one offset on the dates that are played.
  const zoned = /[+-]\d\d:\d\d$/.test(text.transactionTime);
  const offset = region === 'BR' ? '-03:00' : '+02:00';
  return {
    ...{ status: text.status, tradeNo: text.tradeNo, amountText, amountMinor: minorOf(amountText, region) },
    completedAt: Date.parse(zoned ? text.transactionTime : text.transactionTime + offset),
    receivedAt: sentAt,
  };
}

function minorOf(text: string, region: 'BR' | 'EG'): bigint | undefined {
  const [whole = '', decimals = ''] = text.split('.');
  if (region === 'BR') return /^0*$/.test(decimals) ? BigInt(whole) : undefined;
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/** Which notification of a payment decides: the latest by completion, then by receipt, then by amount and trade. */
function latest(callbacks: readonly Callback[]): Callback {
  const first = firstReceived(callbacks);
  return [...callbacks].sort(
    (one, other) =>
      other.completedAt - one.completedAt ||
      first(other) - first(one) ||
      Number((other.amountMinor ?? -1n) - (one.amountMinor ?? -1n)) ||
      (other.tradeNo > one.tradeNo ? 1 : -1),
  )[0]!;
}

/** Deliveries that say the same are one notification, which was received with the first of them. */
function firstReceived(callbacks: readonly Callback[]): (one: Callback) => number {
  const key = ({ status, tradeNo, amountText, completedAt }: Callback) =>
    [status, tradeNo, amountText, completedAt].join(' ');
  return (one) =>
    Math.min(...callbacks.filter((other) => key(other) === key(one)).map(({ receivedAt }) => receivedAt));
}

function* aboutCalls(calls: readonly AnsweredCall[], callbacks: readonly Callback[]): Generator<string> {
  if (calls.every(({ code }) => code === undefined)) yield 'NO_RESPONSE';
  if (new Set(calls.map(({ call }) => call.amountMinor)).size > 1) yield 'DUPLICATE_ORDER';
  const isFraction = ({ amountMinor }: Callback) => amountMinor === undefined;
  if (calls.some(({ call }) => call.isWrong) || callbacks.some(isFraction)) yield 'CONTRACT_VIOLATION';
}

function* aboutPayment(
  { call, tradeNo }: AnsweredCall,
  paid: readonly Callback[],
  deciding: readonly Callback[],
): Generator<string> {
  const last = latest(deciding);
  const amounts = deciding.map(({ amountMinor }) => amountMinor);
  if (amounts.includes(undefined)) yield 'AMOUNT_UNREADABLE';
  else {
    const sum = amounts.reduce((total: bigint, amount) => total + amount!, 0n);
    if (sum !== call.amountMinor) yield 'AMOUNT_MISMATCH';
  }
  if (deciding.length > 1) yield 'MULTIPLE_PAYMENTS';
  for (const { tradeNo: trade } of deciding) {
    const said = paid.filter((one) => one.tradeNo === trade).map(({ amountText }) => amountText);
    if (new Set(said).size > 1) yield 'CONFLICTING_CALLBACKS';
  }
  if (tradeNo !== undefined && last.tradeNo !== tradeNo) yield 'TRADE_NO_MISMATCH';
  const received = firstReceived(paid)(last);
  const requestedAt = Math.floor(call.sendAt / 1000) * 1000;
  if (last.completedAt < requestedAt - SKEW || last.completedAt > received + SKEW) yield 'TIME_IMPLAUSIBLE';
  if (received - last.completedAt > LATE) yield 'LATE_CALLBACK';
}

/** Whether a status that is not paid was first received after the first paid one. */
function hasRegressed(callbacks: readonly Callback[]): boolean {
  const paidAt = Math.min(
    ...callbacks.filter(({ status }) => status === 'SUCCESS').map(({ receivedAt }) => receivedAt),
  );
  return callbacks.some(({ status, receivedAt }) => status !== 'SUCCESS' && receivedAt > paidAt);
}
