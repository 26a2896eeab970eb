import { count, money, paidDate, paymentMethod, region, text } from '../../../reports/columns.ts';
import type { Column } from '../../../reports/report.ts';
import { csvHeader, csvRows } from '../../export/csv/csv.ts';
import type { Profile } from '../../export/profile.ts';
import { moneyText } from '../../money-text.ts';
import { isoInstant, isoSeconds } from '../../normalise/instant.ts';
import { currencyExponent, formatMajor } from '../../normalise/money.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { OTHER_REGION } from '../../settings/schema.ts';
import { counted, plain } from '../../terminal-text.ts';
import { paidSumTable, paidTable } from './paid-totals-text.ts';
import type { AdjustedTotal, CurrencyTotal, Total } from './total.ts';

const COLUMNS: readonly Column[] = [
  paidDate,
  region,
  paymentMethod,
  text('currency', 'Currency of the payments', 'BRL'),
  count('orders', 'Orders with such a payment'),
  count('payments', 'How many payments'),
  ...money('paid', 'currency', 'Sum of what was paid, also of what was refunded since'),
  ...money('refunded', 'currency', 'How much of it is of orders that were reversed'),
  count('unreadable', 'Payments with an amount that cannot be read exactly, so in neither sum'),
  count('version', 'Version whose payments-summary.csv says so; empty where none was published'),
];

/** The sums as text: a row for each day, region, method and currency, then the sums of each currency. */
export function totalText(total: Total): string {
  const { asOf, dates, days, currencies, notPublished, adjusted } = total;
  if (asOf === null) return 'Nothing was reconciled yet.';
  const span = dates.length === 1 ? dates[0] : `${dates[0]} to ${dates.at(-1)}`;
  const missing = notPublished.length === 0 ? [] : [`Not reconciled yet: ${notPublished.join(', ')}.`];
  const later = adjusted.length === 0 ? [] : [adjustedText(adjusted)];
  const head = `Paid on ${span}, as of ${isoSeconds(asOf)}`;
  if (days.length === 0) return [`${head}: nothing.`, ...later, ...missing].join('\n\n');
  return [head, paidTable(days), paidSumTable(currencies), ...later, ...missing].join('\n\n');
}

function adjustedText(adjusted: readonly AdjustedTotal[]): string {
  const sums = adjusted.map(({ currency, payments, paidMinor }) => {
    const sign = BigInt(paidMinor) < 0n ? '' : '+';
    const number = `${payments > 0 ? '+' : ''}${counted(payments, 'payment')}`;
    return `${plain(currency ?? '-')} ${sign}${moneyText(paidMinor, currency)} (${number})`;
  });
  return `Known of closed dates since, in adjustments.csv and not in these sums: ${sums.join(', ')}.`;
}

/** The days as CSV in the format of the reports, without totals rows. */
export function totalCsv({ days }: Total, profile: Profile): string {
  const rows = days.map((day) => ({
    paid_date: day.paidDate,
    region: day.region,
    payment_method: day.paymentMethod,
    currency: day.currency,
    orders: day.orders,
    payments: day.payments,
    paid_minor: day.paidMinor,
    refunded_minor: day.refundedMinor,
    unreadable: day.unreadable,
    version: day.version,
  }));
  return csvHeader(COLUMNS, profile) + csvRows(COLUMNS, rows, () => OTHER_REGION.zone, profile);
}

/** The sums as JSON. Minor units and amounts are text, so that they stay exact at any size. */
export function totalJson({ asOf, dates, notPublished, days, currencies, adjusted }: Total): unknown {
  return {
    as_of: asOf === null ? null : isoInstant(asOf),
    from: dates[0],
    to: dates.at(-1),
    not_published: notPublished,
    days: days.map((day) => ({
      paid_date: day.paidDate,
      region: regionFolder(day.region),
      payment_method: day.paymentMethod,
      ...figures(day),
      version: day.version,
    })),
    totals: currencies.map(figures),
    ...(adjusted.length === 0 ? {} : { adjusted: adjusted.map(adjustedFigures) }),
  };
}

function adjustedFigures({ currency, payments, paidMinor }: AdjustedTotal) {
  const amount = formatMajor(paidMinor, currencyExponent(currency));
  return { currency, payments, paid_minor: paidMinor, paid_amount: amount };
}

function figures(total: CurrencyTotal) {
  const amount = (minor: string) => formatMajor(minor, currencyExponent(total.currency));
  return {
    currency: total.currency,
    orders: total.orders,
    payments: total.payments,
    paid_minor: total.paidMinor,
    paid_amount: amount(total.paidMinor),
    refunded_minor: total.refundedMinor,
    refunded_amount: amount(total.refundedMinor),
    unreadable: total.unreadable,
  };
}
