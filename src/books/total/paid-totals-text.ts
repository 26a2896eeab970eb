import { moneyText } from '../../money-text.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { grouped, plain, textTable } from '../../terminal-text.ts';
import type { PaidTotal } from './paid-totals.ts';

const FIGURES = ['Orders', 'Paid', 'Refunded', 'Unreadable'];

/** Payments by the date on which they were made, as a text table. */
export function paidTable(totals: readonly PaidTotal[]): string {
  const rows = totals.map((total) => [
    total.paidDate,
    regionFolder(total.region),
    plain(total.paymentMethod ?? '-'),
    plain(total.currency ?? '-'),
    ...paidFigures(total),
  ]);
  return textTable(['Paid date', 'Region', 'Method', 'Currency', ...FIGURES], rows, FIGURES);
}

/** The sums of each currency over all dates, methods and regions, as a text table. */
export function paidSumTable(totals: readonly Omit<PaidTotal, 'paidDate' | 'region' | 'paymentMethod'>[]) {
  const rows = totals.map((total) => [plain(total.currency ?? '-'), ...paidFigures(total)]);
  return textTable(['Currency', ...FIGURES], rows, FIGURES);
}

function paidFigures({
  currency,
  orders,
  paidMinor,
  refundedMinor,
  unreadable,
}: Pick<PaidTotal, 'currency' | 'orders' | 'paidMinor' | 'refundedMinor' | 'unreadable'>): string[] {
  return [
    grouped(orders),
    moneyText(paidMinor, currency),
    moneyText(refundedMinor, currency),
    grouped(unreadable),
  ];
}
