import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import type { Severity } from '../../settings/severity.ts';
import { type PayoutDifferences, payoutDifferencesOf } from './payout-differences.ts';

/** What an order shows; null where a run does not show the order. */
export interface ShownOrder {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly outcome: string;
  /** Codes, sorted. */
  readonly findings: readonly string[];
  readonly currency: string | null;
  /** Minor units, as text; null if unreadable. */
  readonly requestedMinor: string | null;
  readonly paidCurrency: string | null;
  readonly paidMinor: string | null;
}

export interface OrderDifference {
  readonly merchantId: string;
  readonly orderNo: string;
  readonly before: ShownOrder | null;
  readonly after: ShownOrder | null;
}

/** Orders and money; minor units as text, since sums may exceed a number. */
export interface OutcomeSums {
  readonly orders: number;
  readonly requestedMinor: string;
  readonly paidMinor: string;
}

export interface OutcomeDifference {
  readonly region: string;
  readonly outcome: string;
  readonly currency: string | null;
  readonly before: OutcomeSums;
  readonly after: OutcomeSums;
}

export interface FindingDifference {
  readonly code: string;
  readonly severity: Severity;
  readonly begun: number;
  readonly ended: number;
}

/** Payments with the paid date. */
export interface PaymentDifference {
  readonly region: string;
  readonly currency: string | null;
  readonly before: { readonly payments: number; readonly paidMinor: string };
  readonly after: { readonly payments: number; readonly paidMinor: string };
}

export interface Differences {
  /** Orders whose outcome, findings, money, region or date differ. */
  readonly orders: number;
  /** Of those, orders with another outcome, and orders that come or go. */
  readonly outcomes: number;
  /** Orders of which only other values differ, such as the deadline. */
  readonly otherValues: number;
  /** Each outcome of the date, also those that do not differ. */
  readonly byOutcome: readonly OutcomeDifference[];
  readonly findings: readonly FindingDifference[];
  readonly payments: readonly PaymentDifference[];
  readonly payouts: PayoutDifferences;
  /** The first of the orders, by merchant and order number. */
  readonly listed: readonly OrderDifference[];
}

/** Two runs in one transaction, of which the second directly follows the first, and what is compared. */
export interface Comparison {
  readonly date: string;
  /** Names of the regions, empty for orders without one. */
  readonly regions: readonly string[];
  readonly beforeRun: number;
  readonly afterRun: number;
  /** How many orders, and how many payouts, are listed at most. */
  readonly limit: number;
}

type Row = Readonly<Record<string, string | null>>;

/** What a date's orders, payments and payouts show in the second run and did not in the first. */
export async function differencesOf(session: Session, comparison: Comparison): Promise<Differences> {
  const { date, beforeRun, afterRun, limit } = comparison;
  const parameters = {
    ...{ date, before_run: beforeRun, after_run: afterRun },
    regions: [...comparison.regions],
  };
  const rowsOf = async (file: string, more = {}) =>
    (await runSqlFile<Row>(session, `what-if/${file}`, { ...parameters, ...more })).rows;
  const [counts] = await rowsOf('020_counts.sql');
  return {
    orders: Number(counts!['orders']),
    outcomes: Number(counts!['outcomes']),
    otherValues: Number(counts!['other']),
    byOutcome: (await rowsOf('030_outcomes.sql')).map(outcomeOf),
    findings: (await rowsOf('040_findings.sql')).map(findingOf).toSorted(bySeverityOfRules),
    payments: (await rowsOf('050_payments.sql')).map(paymentsOf),
    // Every row has the count, so that one is read even if none is listed.
    payouts: payoutDifferencesOf(await rowsOf('060_payouts.sql', { at_most: Math.max(limit, 1) }), limit),
    listed: (await rowsOf('010_changed_orders.sql', { at_most: limit })).map((row) => ({
      merchantId: row['merchant_id']!,
      orderNo: row['order_no']!,
      before: shownOf(row, 'before'),
      after: shownOf(row, 'after'),
    })),
  };
}

function outcomeOf(row: Row): OutcomeDifference {
  const sums = (when: string): OutcomeSums => ({
    orders: Number(row[`${when}_orders`]),
    requestedMinor: row[`${when}_requested`]!,
    paidMinor: row[`${when}_paid`]!,
  });
  const { region, outcome, currency } = row;
  return {
    region: region!,
    outcome: outcome!,
    currency: currency!,
    before: sums('before'),
    after: sums('after'),
  };
}

function paymentsOf(row: Row): PaymentDifference {
  const sums = (when: string) => ({
    payments: Number(row[`${when}_payments`]),
    paidMinor: row[`${when}_minor`]!,
  });
  const { region, currency } = row;
  return { region: region!, currency: currency!, before: sums('before'), after: sums('after') };
}

function findingOf(row: Row): FindingDifference {
  const code = row['code']!;
  const { severity } = RULES.find((rule) => rule.code === code)!;
  return { code, severity, begun: Number(row['begun']), ended: Number(row['ended']) };
}

/** Rules are listed by severity. */
function bySeverityOfRules(one: FindingDifference, other: FindingDifference): number {
  const place = ({ code }: FindingDifference) => RULES.findIndex((rule) => rule.code === code);
  return place(one) - place(other);
}

function shownOf(row: Row, when: string): ShownOrder | null {
  const date = row[`${when}_date`];
  if (date === null || date === undefined) return null;
  return {
    date,
    region: row[`${when}_region`]!,
    outcome: row[`${when}_outcome`]!,
    findings: row[`${when}_findings`]!.split(' ').filter((code) => code !== ''),
    currency: row[`${when}_currency`]!,
    requestedMinor: row[`${when}_requested`]!,
    paidCurrency: row[`${when}_paid_currency`]!,
    paidMinor: row[`${when}_paid`]!,
  };
}
