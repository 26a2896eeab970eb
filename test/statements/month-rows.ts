import { addDays } from '../../src/normalise/local-date.ts';
import { createRandom, type Random } from '../../src/simulate/random.ts';
import type { MonthOrder, Payment } from './month-orders.ts';

const DAY = 86_400;
/** São Paulo has had no summer time since 2019. */
const BEHIND_UTC = 3 * 3600;
/** The second tariff begins with this date. */
export const SECOND_TARIFF = '2026-11-16';

/** A row of the provider's statement, amounts in centavos. */
export interface StatedRow {
  readonly rowId: string;
  readonly type: 'payment' | 'refund' | 'chargeback' | 'fee';
  readonly status: 'paid' | 'failed';
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly gross: number;
  readonly fee: number | undefined;
  readonly net: number | undefined;
  /** Epoch seconds. */
  readonly at: number;
  /** Empty where nothing is paid out. */
  readonly settledOn: string;
}

/** Rows by when the provider stated them. */
export interface StatedRows {
  readonly rows: readonly StatedRow[];
  /** Rows that are stated again, right, a week later. */
  readonly corrections: readonly StatedRow[];
  /** Rows that are stated, or stated right, once the month is closed. */
  readonly afterClose: readonly StatedRow[];
}

/** The local time of an instant in São Paulo, yyyy-MM-ddTHH:mm:ss. */
export function localTime(at: number): string {
  return new Date((at - BEHIND_UTC) * 1000).toISOString().slice(0, 19);
}

export function localDate(at: number): string {
  return localTime(at).slice(0, 10);
}

/** 1.4 %, rounded half up; from the second tariff on 1.25 %, rounded half to even, and 9 centavos, 30 at the least. */
export function tariffFee(gross: number, date: string): number {
  if (date < SECOND_TARIFF) return Math.floor((gross * 14 + 500) / 1000);
  const whole = Math.floor((gross * 125) / 10_000);
  const rest = (gross * 125) % 10_000;
  const isUp = rest > 5000 || (rest === 5000 && whole % 2 === 1);
  return Math.max(30, whole + (isUp ? 1 : 0) + 9);
}

type Made = Omit<StatedRow, 'rowId'>;

function paymentRow(orderNo: string, { tradeNo, minor, at }: Payment, gross = minor): Made {
  const fee = tariffFee(gross, localDate(at));
  const settledOn = addDays(localDate(at), 1);
  return { type: 'payment', status: 'paid', orderNo, tradeNo, gross, fee, net: gross - fee, at, settledOn };
}

function returned(type: 'refund' | 'chargeback', row: Made, gross: number, days: number): Made {
  const at = row.at + days * DAY;
  return { ...row, type, gross, fee: 0, net: -gross, at, settledOn: addDays(localDate(at), 1) };
}

/** What the provider states of the orders, of orders that nobody knows, and as its monthly fee. */
export function statedRows(seed: number, orders: readonly MonthOrder[]): StatedRows {
  const random = createRandom(seed, 51);
  random.seek(0);
  let count = 0;
  const numbered = (row: Made): StatedRow => {
    count += 1;
    return { rowId: `L${String(count).padStart(5, '0')}`, ...row };
  };
  const rows: StatedRow[] = [];
  const corrections: StatedRow[] = [];
  const afterClose: StatedRow[] = [];
  for (const order of orders) {
    for (const [index, payment] of order.payments.entries()) {
      const right = paymentRow(numberIn(order, random), payment);
      const told = statedAs(order, index, right, random).map(numbered);
      rows.push(...told);
      const { rowId } = told[0] ?? { rowId: '' };
      if (order.fault === 'corrected-row') corrections.push({ rowId, ...right });
      if (order.fault === 'other-amount' && order.nth < 2) afterClose.push({ rowId, ...right });
      if (order.fault === 'not-stated') afterClose.push(numbered({ ...right, settledOn: '2026-12-04' }));
    }
  }
  for (const nth of [1, 2, 3]) {
    const at = Date.parse(`2026-11-${String(random.between(2, 28)).padStart(2, '0')}T15:00:00Z`) / 1000;
    const payment = { tradeNo: `9${seed}00${nth}`, minor: random.between(100, 90_000), at };
    rows.push(numbered(paymentRow(`NOBODY${nth}`, payment)));
  }
  const at = Date.parse('2026-12-01T02:00:00Z') / 1000;
  const month = paymentRow('', { tradeNo: '', minor: 990, at });
  rows.push(numbered({ ...month, type: 'fee', fee: 0, net: -990 }));
  return { rows, corrections, afterClose };
}

/** Where one payment leaves no doubt, a part of the rows has no trade number, and the order's number alone. */
function numberIn({ order, payments }: MonthOrder, random: Random): string {
  return payments.length === 1 && random.chance(0.5) ? order.orderNo : '';
}

/** The rows of one payment of an order, as its fault makes them. */
function statedAs(
  { fault, nth, order, payments }: MonthOrder,
  index: number,
  row: Made,
  random: Random,
): Made[] {
  const right = row.orderNo !== '' && random.chance(0.5) ? { ...row, tradeNo: '' } : row;
  const { gross, fee = 0, net = 0 } = right;
  const more = (days = 3) => random.between(2, days + 1);
  const differing = gross + (nth % 2 === 0 ? 1 : -1) * random.between(1, 90);
  const other = { ...payments[index]!, tradeNo: right.tradeNo };
  switch (fault) {
    case 'not-stated':
      return [];
    case 'other-amount':
    case 'corrected-row':
      return [paymentRow(right.orderNo, other, differing)];
    case 'stated-failed':
      return [{ ...right, status: 'failed', fee: undefined, net: undefined, settledOn: '' }];
    case 'stated-twice':
      return [right, right];
    case 'wrong-fee': {
      const wrong = nth === 0 ? fee + 1 : fee + random.between(2, 60);
      return [{ ...right, fee: wrong, net: gross - wrong }];
    }
    case 'wrong-net':
      return [{ ...right, net: net - (nth === 0 ? 1 : random.between(2, 90)) }];
    case 'refunded':
      return [right, returned('refund', right, gross, more())];
    case 'refunded-in-part':
      return [right, returned('refund', right, Math.ceil(gross / 3), more())];
    case 'charged-back':
      return [right, returned('chargeback', right, gross, more(6))];
    case 'refunded-too-much':
      return [right, returned('refund', right, gross, 2), returned('refund', right, nth === 0 ? 1 : 700, 3)];
    case 'overpaid': {
      const over = gross - order.amountMinor;
      const part = nth === 0 ? over : Math.floor(over / 2);
      return nth === 2 ? [right] : [right, returned('refund', right, part, more())];
    }
    case 'paid-twice':
      return nth === 0 && index === 1 ? [right, returned('refund', right, gross, more())] : [right];
    case 'paid-after-rejection':
      return nth === 0 ? [right, returned('refund', right, gross, more())] : [right];
    default:
      return [right];
  }
}
