import type { GeneratedMonth } from './generated-month.ts';
import { FIRST, LAST, type MonthOrder } from './month-orders.ts';
import type { StatedRow } from './month-rows.ts';

/** What is true of an order of a generated month, in centavos; no code of the program has a part in it. */
export interface Truth {
  readonly orderNo: string;
  readonly date: string;
  readonly fault: string;
  readonly nth: number;
  readonly findings: readonly string[];
  readonly requested: number;
  /** As far as it was notified. */
  readonly paid: number;
  readonly stated: number;
  readonly fee: number;
  readonly net: number;
  /** Owed to the payer, less what was returned. */
  readonly left: number;
}

/** The truth of every order, by the given rows of the statement. */
export function truths({ orders }: GeneratedMonth, rows: readonly StatedRow[]): Truth[] {
  return orders.map((one) =>
    truthOf(
      one,
      rows.filter((row) => isOf(row, one)),
    ),
  );
}

/** The statement's rows after what was stated once the month was closed. */
export function rowsAfterClose({ rows, afterClose }: GeneratedMonth): StatedRow[] {
  const again = new Set(afterClose.map(({ rowId }) => rowId));
  return [...rows.filter(({ rowId }) => !again.has(rowId)), ...afterClose];
}

export const isInMonth = ({ date }: { readonly date: string }) => date >= FIRST && date <= LAST;

export function sumBy<T>(values: readonly T[], amount: (value: T) => number): number {
  return values.reduce((sum, value) => sum + amount(value), 0);
}

function isOf(row: StatedRow, { order, payments }: MonthOrder): boolean {
  return row.orderNo === order.orderNo || payments.some(({ tradeNo }) => tradeNo === row.tradeNo);
}

function truthOf(
  { order, payments, lost, date, fault, nth, findings }: MonthOrder,
  rows: readonly StatedRow[],
): Truth {
  const paidRows = rows.filter(({ type, status }) => type === 'payment' && status === 'paid');
  const returned = sumBy(
    rows.filter(({ type }) => type !== 'payment'),
    ({ gross }) => gross,
  );
  const requested = Number(order.payIns[0]?.amountText ?? 0);
  const paid = lost.length > 0 ? 0 : sumBy(payments, ({ minor }) => minor);
  const isOverpaid = ['overpaid', 'paid-twice'].includes(fault);
  const owed = fault === 'paid-after-rejection' ? paid : isOverpaid ? paid - requested : 0;
  return {
    ...{ orderNo: order.orderNo, date, fault, nth, findings, requested, paid },
    stated: sumBy(paidRows, ({ gross }) => gross),
    fee: sumBy(paidRows, ({ fee = 0 }) => fee),
    net: sumBy(paidRows, ({ net = 0 }) => net),
    left: Math.max(0, owed - returned),
  };
}
