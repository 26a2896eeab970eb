/** Rows of the reports, from judged orders, with the columns of the specification. */
import type { Judged, Payment } from './judge.ts';
import type { Money } from './records.ts';
import { localCell, utcCell } from './times.ts';

export type Row = Readonly<Record<string, string>>;

/** Both regions' currencies, and the one of a mistake, have two decimals. */
function amountCell(minor: bigint | undefined): string {
  if (minor === undefined) return '';
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function money(name: string, minor: bigint | undefined): Row {
  return {
    [`${name}_minor`]: minor === undefined ? '' : String(minor),
    [`${name}_amount`]: amountCell(minor),
  };
}

/** An amount without a currency is in no column of minor units. */
function readable(one: Money | undefined): bigint | undefined {
  return one?.currency === undefined ? undefined : one.minor;
}

function shownOf(order: Judged) {
  const shown = order.judged ?? order.callbacks[0]!;
  return { sub: shown.subMerchantId ?? '', method: shown.method ?? '', currency: shown.money.currency ?? '' };
}

function identity(order: Judged): Row {
  const { sub, method } = shownOf(order);
  const trade = order.deciding?.first.tradeNo ?? order.judged?.tradeNo ?? order.callbacks[0]?.tradeNo ?? '';
  return {
    ...{ business_date: order.businessDate, region: order.region, merchant_id: order.merchantId },
    ...{ sub_merchant_id: sub, order_no: order.orderNo, trade_no: trade, payment_method: method },
  };
}

export function ordersRow(order: Judged): Row {
  const { deciding, judged, zone, payIns } = order;
  const paidAt = deciding?.first.completedAt;
  const requestedAt = payIns.length === 0 ? undefined : judged!.requestedAt;
  return {
    ...identity(order),
    currency: shownOf(order).currency,
    ...money('requested', readable(order.requested)),
    paid_currency: order.paid?.currency ?? '',
    ...money('paid', order.paid?.minor),
    ...money('difference', order.difference),
    ...{ outcome: order.outcome, findings: order.findings.join(' ') },
    ...{ requested_at_utc: utcCell(requestedAt), requested_at_local: localCell(zone, requestedAt) },
    ...{ paid_at_utc: utcCell(paidAt), paid_at_local: localCell(zone, paidAt) },
    offset_source: deciding?.first.offsetSource ?? '',
    received_at_utc: utcCell(deciding?.receivedAt),
    deadline_at_utc: utcCell(order.deadlineAt),
    ...{ payments: String(order.payments.length), account_no: judged?.accountNo ?? '' },
  };
}

export function paymentsRow(order: Judged, { paidDate, deciding, tradeNo }: Payment): Row {
  const { money: paid, completedAt } = deciding.first;
  return {
    ...{ paid_date: paidDate, business_date: order.businessDate, region: order.region },
    ...{
      merchant_id: order.merchantId,
      sub_merchant_id: shownOf(order).sub,
    },
    ...{ order_no: order.orderNo, trade_no: tradeNo ?? '', payment_method: shownOf(order).method },
    ...{ currency: paid.currency ?? '', ...money('paid', readable(paid)) },
    ...{ paid_at_utc: utcCell(completedAt), paid_at_local: localCell(order.zone, completedAt) },
    ...{ received_at_utc: utcCell(deciding.receivedAt), outcome: order.outcome },
  };
}

export function mismatchRow(order: Judged): Row | undefined {
  const reason = amountReason(order);
  if (reason === undefined) return undefined;
  return {
    ...identity(order),
    requested_currency: order.requested?.currency ?? '',
    ...money('requested', readable(order.requested)),
    paid_currency: order.paid?.currency ?? '',
    ...money('paid', order.paid?.minor),
    ...money('difference', order.difference),
    ...{ reason, requested_text: order.requested?.text ?? '', paid_text: order.paid?.text ?? '' },
    paid_at_utc: utcCell(order.deciding?.first.completedAt),
  };
}

function amountReason({ findings, requested, paid }: Judged): string | undefined {
  if (findings.includes('CURRENCY_MISMATCH')) return 'currency';
  if (findings.includes('AMOUNT_UNREADABLE')) return 'unreadable';
  if (!findings.includes('AMOUNT_MISMATCH')) return undefined;
  const [asked, given] = [requested!.minor!, paid!.minor!];
  if (asked === given * 100n || given === asked * 100n) return 'unit_scale';
  return given > asked ? 'overpaid' : 'underpaid';
}

/** A row for each callback, without where it was first read, which depends on the order of reading. */
export function orphanRows(order: Judged): Row[] {
  if (order.outcome !== 'ORPHAN') return [];
  return order.callbacks.map((one) => ({
    ...{ business_date: order.businessDate, region: order.region, merchant_id: order.merchantId },
    ...{ sub_merchant_id: one.subMerchantId ?? '', order_no: order.orderNo, trade_no: one.tradeNo ?? '' },
    ...{ payment_method: one.method ?? '', status: one.status ?? '', currency: one.money.currency ?? '' },
    ...money('paid', readable(one.money)),
    ...{ completed_at_utc: utcCell(one.completedAt), received_at_utc: utcCell(one.receivedAt) },
  }));
}

export function stuckRow(order: Judged): Row {
  const { judged, zone } = order;
  const overdue = Math.floor((order.asOf - order.deadlineAt!) / 1000);
  return {
    ...identity(order),
    currency: shownOf(order).currency,
    ...money('requested', readable(order.requested)),
    ...{ stuck_reason: order.stuckReason, response_code: judged?.code ?? '' },
    response_status: judged?.responseStatus ?? '',
    requested_at_utc: utcCell(judged?.requestedAt),
    requested_at_local: localCell(zone, judged?.requestedAt),
    ...{ expires_at_utc: utcCell(judged?.expiresAt), deadline_at_utc: utcCell(order.deadlineAt) },
    overdue_seconds: String(overdue),
  };
}

const OUTCOMES = [
  ...['MATCHED', 'MISMATCH', 'REVERSED', 'STUCK', 'PENDING', 'EXPIRED', 'REJECTED', 'FAILED', 'ORPHAN'],
];

export function dailySummary(orders: readonly Judged[]): Row[] {
  const currencyOf = (one: Judged) =>
    (one.outcome === 'ORPHAN' ? one.paid?.currency : one.requested?.currency) ?? '';
  return groups(orders, (one) => [
    one.merchantId,
    shownOf(one).sub,
    shownOf(one).method,
    currencyOf(one),
  ]).map((group) => {
    const [first] = group;
    const currency = currencyOf(first!);
    const paid = group.filter(({ payments }) => payments.length > 0);
    const own = paid.filter((one) => currency !== '' && one.paid?.currency === currency);
    const isLeftOut = (one: Judged) =>
      (one.outcome !== 'ORPHAN' && readable(one.requested) === undefined) ||
      (one.payments.length > 0 && one.paid?.minor === undefined);
    const { sub, method } = shownOf(first!);
    return {
      ...{ business_date: first!.businessDate, region: first!.region, merchant_id: first!.merchantId },
      ...{ sub_merchant_id: sub, payment_method: method, currency, orders: String(group.length) },
      ...money('requested', sum(group.map((one) => readable(one.requested)))),
      paid_orders: String(paid.length),
      ...money('paid', sum(own.map((one) => one.paid?.minor))),
      ...money('difference', sum(group.map((one) => one.difference))),
      other_currency: String(paid.length - own.length),
      unreadable: String(group.filter(isLeftOut).length),
      ...Object.fromEntries(
        OUTCOMES.map((name) => [
          name.toLowerCase(),
          String(group.filter(({ outcome }) => outcome === name).length),
        ]),
      ),
    };
  });
}

export function paymentsSummary(rows: readonly Row[]): Row[] {
  const by = ['merchant_id', 'sub_merchant_id', 'payment_method', 'currency'];
  return groups(rows, (row) => by.map((column) => row[column])).map((group) => {
    const minors = group.map((row) => (row['paid_minor'] === '' ? undefined : BigInt(row['paid_minor']!)));
    const kept = ['paid_date', 'region', ...by].map((column) => [column, group[0]![column]!]);
    return {
      ...Object.fromEntries(kept),
      payments: String(group.length),
      ...money('paid', sum(minors)),
      unreadable: String(minors.filter((minor) => minor === undefined).length),
    };
  });
}

function groups<T>(rows: readonly T[], keyOf: (row: T) => unknown): T[][] {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
}

function sum(minors: ReadonlyArray<bigint | undefined>): bigint {
  return minors.reduce((total: bigint, minor) => total + (minor ?? 0n), 0n);
}
