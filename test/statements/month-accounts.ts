import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCsv } from '../export/books.ts';

type Row = Readonly<Record<string, string>>;

/** The published reports of some dates, as an accountant has them: the newest version of each date, nothing else. */
export class Accounts {
  readonly #out: string;
  constructor(out: string) {
    this.#out = out;
  }

  /** The rows of a report over all published dates, or those from one date to another. */
  rows(report: string, from = '0000', to = '9999'): Row[] {
    const dates = readdirSync(this.#out).filter((date) => date >= from && date <= to);
    return dates.sort().flatMap((date) => {
      const path = join(this.#out, date, 'BR', 'latest', `${report}.csv`);
      return existsSync(path) ? readCsv(path) : [];
    });
  }
}

/** A cell of minor units, exact; an empty one is nothing. */
export function minorOf(row: Row, column: string): bigint {
  const cell = row[column];
  if (cell === undefined || !/^(-?\d+)?$/.test(cell))
    throw new Error(`${column}: ${cell} is no whole number`);
  return BigInt(cell === '' ? 0 : cell);
}

export function sumOf(rows: readonly Row[], column: string): bigint {
  return rows.reduce((sum, row) => sum + minorOf(row, column), 0n);
}

/** One way from a sum to the next: what differs, row by row, and what no row accounts for. */
export interface Bridge {
  readonly from: bigint;
  readonly to: bigint;
  /** Rows that differ, by what the books say of them, as `key: difference`. */
  readonly named: Readonly<Record<string, string>>;
  /** Rows that differ and of which the books say nothing; has to be empty. */
  readonly unnamed: readonly string[];
  /** Rows of which the books say that they differ, and that do not; has to be empty. */
  readonly idle: readonly string[];
  /** `to` less `from` less all differences; has to be nothing. */
  readonly unexplained: bigint;
}

interface Step {
  readonly key: string;
  readonly difference: bigint;
  /** The finding, outcome or column that says so; empty if none. */
  readonly name: string;
}

function bridge(from: bigint, to: bigint, steps: readonly Step[]): Bridge {
  const named: Record<string, string> = {};
  const unnamed: string[] = [];
  const idle: string[] = [];
  let unexplained = to - from;
  for (const { key, difference, name } of steps) {
    if (difference !== 0n && name === '') unnamed.push(`${key}: ${difference}`);
    if (difference === 0n && name !== '') idle.push(`${key}: ${name}`);
    if (difference === 0n || name === '') continue;
    named[key] = `${name} ${difference}`;
    unexplained -= difference;
  }
  return { from, to, named, unnamed, idle, unexplained };
}

const codesOf = (row: Row) => row['findings']!.split(' ');
const firstOf = (codes: readonly string[], row: Row) =>
  codes.find((code) => codesOf(row).includes(code)) ?? '';

const NOT_PAID = ['EXPIRED', 'STUCK', 'REJECTED', 'PENDING'];

/** What was asked for, by the summaries, and what was notified of it, by the payments. */
export function requestedToNotified(books: Accounts, month: readonly [string, string]): Bridge {
  const [first, last] = month;
  const ofMonth = (row: Row) => row['business_date']! >= first && row['business_date']! <= last;
  const steps = books.rows('orders', ...month).map((row) => {
    const lost = firstOf(['PAID_IN_STATEMENT_ONLY'], row);
    const outcome = NOT_PAID.includes(row['outcome']!) ? row['outcome']! : '';
    const name = lost || outcome || firstOf(['ORPHAN_CALLBACK', 'MULTIPLE_PAYMENTS', 'AMOUNT_MISMATCH'], row);
    const difference = minorOf(row, 'paid_minor') - minorOf(row, 'requested_minor');
    return { key: row['order_no']!, difference, name };
  });
  const paid = books.rows('payments').filter(ofMonth);
  // Of orphans the summaries have nothing requested.
  const requested = sumOf(books.rows('daily-summary', ...month), 'requested_minor');
  return bridge(requested, sumOf(paid, 'paid_minor'), steps);
}

/** What was notified of the month's orders, and what the statement says of them. */
export function notifiedToStated(books: Accounts, month: readonly [string, string]): Bridge {
  const steps = books.rows('orders', ...month).map((row) => {
    const codes = [
      'PAID_IN_STATEMENT_ONLY',
      'STATEMENT_DUPLICATE',
      'NOT_IN_STATEMENT',
      'STATEMENT_AMOUNT_MISMATCH',
    ];
    const difference = minorOf(row, 'stated_minor') - minorOf(row, 'paid_minor');
    return { key: row['order_no']!, difference, name: firstOf(codes, row) };
  });
  const summaries = books.rows('daily-summary', ...month);
  return bridge(sumOf(summaries, 'paid_minor'), sumOf(summaries, 'stated_minor'), steps);
}

const isPaidPayment = (row: Row) => row['type'] === 'payment' && row['status'] === 'paid';

/** What the statement says of the month's orders, and the payments of the month in the statement. */
export function statedToStatement(
  books: Accounts,
  [first, last]: readonly [string, string],
  column: 'gross' | 'fee' | 'net',
): Bridge {
  const dates = new Map(books.rows('orders').map((row) => [row['order_no']!, row['business_date']!]));
  const isOf = (date: string) => date >= first && date <= last;
  const steps = books
    .rows('statement')
    .filter(isPaidPayment)
    .flatMap((row) => {
      const minor = minorOf(row, `${column}_minor`);
      const isOwn = row['matched'] !== 'none' && isOf(dates.get(row['order_no']!)!);
      if (isOwn === isOf(row['date']!)) return [];
      const name = row['matched'] === 'none' ? 'matched none' : `cut-off ${row['date']}`;
      return [{ key: row['row_id']!, difference: isOwn ? -minor : minor, name }];
    });
  const stated = sumOf(
    books.rows('daily-summary', first, last),
    column === 'gross' ? 'stated_minor' : `${column}_minor`,
  );
  const rows = books.rows('statement', first, last).filter(isPaidPayment);
  return bridge(stated, sumOf(rows, `${column}_minor`), steps);
}

/** The statement's paid rows as they come to a net amount, and the net amounts of the payouts. */
export function statementToPayouts(books: Accounts): Bridge {
  const rows = books.rows('statement').filter((row) => row['status'] === 'paid');
  const comesTo = (row: Row) => {
    const gross = minorOf(row, 'gross_minor');
    return (row['type'] === 'payment' ? gross : -gross) - minorOf(row, 'fee_minor');
  };
  const steps = rows.map((row) => {
    const difference = minorOf(row, 'net_minor') - comesTo(row);
    return { key: row['row_id']!, difference, name: firstOf(['NET_MISMATCH'], row) };
  });
  const from = rows.reduce((sum, row) => sum + comesTo(row), 0n);
  return bridge(from, sumOf(books.rows('payouts'), 'net_minor'), steps);
}

/** What was paid out, and what the bank booked. */
export function payoutsToBank(books: Accounts): Bridge {
  const payouts = books.rows('payouts');
  const steps = payouts.map((row) => {
    const [net, bank] = [minorOf(row, 'net_minor'), minorOf(row, 'bank_minor')];
    const key = row['payout_id'] || row['bank_reference']!;
    if (row['payout_id'] === '') return { key, difference: bank, name: 'no payout' };
    if (row['bank_minor'] === '') return { key, difference: -net, name: 'not booked' };
    const isNamed = row['difference_minor'] !== '0' && minorOf(row, 'difference_minor') === bank - net;
    return { key, difference: bank - net, name: isNamed ? 'difference' : '' };
  });
  return bridge(sumOf(payouts, 'net_minor'), sumOf(payouts, 'bank_minor'), steps);
}

/** What the tariff comes to of the statement's payments, and what was charged of them. */
export function expectedToCharged(books: Accounts): Bridge {
  const rows = books.rows('statement').filter(isPaidPayment);
  const steps = rows.map((row) => {
    const difference = minorOf(row, 'fee_minor') - minorOf(row, 'expected_fee_minor');
    return { key: row['row_id']!, difference, name: firstOf(['FEE_MISMATCH'], row) };
  });
  return bridge(sumOf(rows, 'expected_fee_minor'), sumOf(rows, 'fee_minor'), steps);
}
