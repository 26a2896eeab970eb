import { relative } from 'node:path';
import { moneyText } from '../../money-text.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, grouped, plain, textTable } from '../../terminal-text.ts';
import { paymentsTable } from '../run/changes-text.ts';
import { type RunAdjustments, runAdjustmentsText } from '../run/run-adjustments.ts';
import type { ClosedRegionOfDate } from './closed-regions.ts';
import type { OrderDifference, ShownOrder } from './differences.ts';
import type { PayoutDifferences, ShownPayout } from './payout-differences.ts';
import type { DateDifferences, WhatIfResult } from './what-if.ts';

/** What says where an order is shown. Its column is shown only if an order moves. */
const PLACES: ReadonlyArray<{ readonly name: string; readonly of: (shown: ShownOrder) => string }> = [
  { name: 'Date', of: ({ date }) => date },
  { name: 'Region', of: ({ region }) => regionFolder(region) },
];

/** What other settings would change, as text. */
export function whatIfText(result: WhatIfResult, workingDirectory: string): string {
  const dates = result.dates.map(({ date }) => date);
  const span = dates.length === 1 ? dates[0]! : `${dates[0]} to ${dates.at(-1)}`;
  const settings = result.settings.map(
    ({ path, before, after }) => `  ${path}: ${valueText(after)} instead of ${valueText(before)}`,
  );
  const blocks = [[`What if, for ${span} as of ${isoSeconds(result.asOf)}`, ...settings].join('\n')];
  const read = readText(result);
  if (read !== '') blocks.push(read);
  for (const one of result.dates) {
    if (dates.length > 1) blocks.push(one.date);
    const adjusted = result.adjusted.filter(({ knownDate }) => knownDate === one.date);
    blocks.push(...dateBlocks(one, adjusted));
  }
  const folders = result.previews.map(({ folder }) => `  ${relative(workingDirectory, folder) || '.'}`);
  blocks.push(['Reports by these settings', ...folders].join('\n'));
  blocks.push('Nothing was stored or published.');
  return blocks.join('\n\n');
}

function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  return plain(typeof value === 'string' ? value : JSON.stringify(value));
}

function readText({ readAgain, staleSources }: WhatIfResult): string {
  if (readAgain === null) return '';
  const { records, payIns, callbacks, stated, moved } = readAgain;
  const ofStatements = stated > 0 ? ` and ${counted(stated, 'row')} of statements` : '';
  const between = stated > 0 ? ',' : ' and';
  const lines = [
    `${counted(records, 'stored record')} read again: ${grouped(payIns)} pay-in${between} ${grouped(callbacks)} callback` +
      `${ofStatements} read otherwise, ${grouped(moved)} of them in another region.`,
  ];
  if (staleSources > 0) {
    lines.push(
      `${counted(staleSources, 'source')} had been read by other settings than those in use, so that part of the ` +
        'differences are theirs. payin-recon renormalise corrects them.',
    );
  }
  return lines.join('\n');
}

/** @param adjusted what adjustments.csv of the date would have */
function dateBlocks(one: DateDifferences, adjusted: readonly RunAdjustments[]): string[] {
  const closed = one.closed.length > 0 ? [one.closed.map(closedText).join('\n')] : [];
  const more = [
    ...(one.payouts.different > 0 ? [payoutsText(one.payouts)] : []),
    ...(adjusted.length > 0 ? [runAdjustmentsText(adjusted)] : []),
  ];
  if (one.orders === 0 && one.payments.length === 0) {
    return [...closed, `No order and no payment of the date differs.${othersText(one)}`, ...more];
  }
  const blocks = [
    ...closed,
    `${counted(one.orders, 'order')} would differ, ${grouped(one.outcomes)} of them in their outcome.${othersText(one)}`,
    outcomesTable(one),
  ];
  if (one.findings.length > 0) blocks.push(findingsTable(one));
  if (one.payments.length > 0) blocks.push(paidTable(one));
  if (one.listed.length > 0) blocks.push(ordersTable(one));
  return [...blocks, ...more];
}

function closedText({ region, values, knownDate }: ClosedRegionOfDate): string {
  const name = regionFolder(region);
  if (knownDate === null) return `${name}: closed, would get no new version`;
  return `${name}: closed, would get adjustments: ${counted(values, 'value')}, in adjustments.csv of ${knownDate}`;
}

function othersText({ otherValues }: DateDifferences): string {
  if (otherValues === 0) return '';
  return ` ${counted(otherValues, 'order')} would differ in other values only, such as the deadline.`;
}

function outcomesTable({ byOutcome }: DateDifferences): string {
  const header = [
    ...['Region', 'Outcome', 'Currency', 'Orders before', 'after'],
    ...['Requested before', 'after ', 'Paid before', 'after  '],
  ];
  const rows = byOutcome
    .filter(({ before, after }) => Object.keys(before).some((key) => isOther(before, after, key)))
    .map(({ region, outcome, currency, before, after }) => [
      ...[regionFolder(region), outcome, currency ?? '-'],
      ...[grouped(before.orders), grouped(after.orders)],
      ...[moneyText(before.requestedMinor, currency), moneyText(after.requestedMinor, currency)],
      ...[moneyText(before.paidMinor, currency), moneyText(after.paidMinor, currency)],
    ]);
  return rows.length === 0
    ? 'Orders and money by outcome stay the same.'
    : textTable(header, rows, header.slice(3));
}

function isOther(before: object, after: object, key: string): boolean {
  return (before as Record<string, unknown>)[key] !== (after as Record<string, unknown>)[key];
}

function findingsTable({ findings }: DateDifferences): string {
  const header = ['Finding', 'Severity', 'Begin', 'End'];
  const rows = findings.map(({ code, severity, begun, ended }) => [
    code,
    severity,
    grouped(begun),
    grouped(ended),
  ]);
  return textTable(header, rows, ['Begin', 'End']);
}

function paidTable({ date, payments }: DateDifferences): string {
  return paymentsTable(
    payments.map(({ region, currency, before, after }) => ({
      ...{ date, region, currency },
      ...{ beforePayments: before.payments, beforeMinor: before.paidMinor },
      ...{ afterPayments: after.payments, afterMinor: after.paidMinor },
    })),
  );
}

function ordersTable({ orders, listed }: DateDifferences): string {
  const places = PLACES.filter(({ of }) =>
    listed.some(({ before, after }) => before !== null && after !== null && of(before) !== of(after)),
  );
  const rows = listed.map(({ merchantId, orderNo, before, after }) => [
    plain(merchantId),
    plain(orderNo),
    ...places.map(({ of }) => changeText(before, after, of)),
    changeText(before, after, ({ outcome }) => outcome),
    changeText(before, after, (shown) => amountText(shown.requestedMinor, shown.currency)),
    changeText(before, after, (shown) => amountText(shown.paidMinor, shown.paidCurrency)),
    findingsText({ before, after }),
  ]);
  const header = ['Merchant', 'Order', ...places.map(({ name }) => name)];
  const table = textTable([...header, 'Outcome', 'Requested', 'Paid', 'Findings'], rows, []);
  const more = orders - listed.length;
  return more > 0
    ? `${table}\nand ${grouped(more)} more, see --limit and restatement.csv of the preview`
    : table;
}

/** Findings that begin with +, those that end with -. */
function findingsText({ before, after }: Pick<OrderDifference, 'before' | 'after'>): string {
  const [was, is] = [before?.findings ?? [], after?.findings ?? []];
  return [
    ...is.filter((code) => !was.includes(code)).map((code) => `+${code}`),
    ...was.filter((code) => !is.includes(code)).map((code) => `-${code}`),
  ].join(' ');
}

/** The payouts and bank rows of a date that would differ, with their money. */
function payoutsText({ different, listed }: PayoutDifferences): string {
  const rows = listed.map(({ region, payoutId, currency, before, after }) => {
    const cell = (of: (shown: ShownPayout) => string) => changeText(before, after, of);
    return [
      ...[regionFolder(region), plain(payoutId ?? '-')],
      cell(({ grossMinor }) => amountText(grossMinor, currency)),
      cell(({ feeMinor }) => amountText(feeMinor, currency)),
      cell(({ refundsMinor }) => amountText(refundsMinor, currency)),
      cell(({ netMinor }) => amountText(netMinor, currency)),
      cell(({ bankMinor }) => amountText(bankMinor, currency)),
      cell((shown) => amountText(differenceOf(shown), currency)),
      cell(({ bookedOn }) => bookedOn ?? '-'),
      cell(({ bankReference }) => plain(bankReference ?? '-')),
    ];
  });
  const header = [
    'Region',
    'Payout',
    'Gross',
    'Fees',
    'Refunds',
    'Paid out',
    'Bank',
    'Difference',
    'Booked on',
    'Reference',
  ];
  const more = different - listed.length;
  return [
    `${counted(different, 'row')} of payouts.csv would differ.`,
    '',
    ...(rows.length > 0 ? [textTable(header, rows, [])] : []),
    ...(more > 0 ? [`and ${grouped(more)} more, see --limit and payouts.csv of the preview`] : []),
  ].join('\n');
}

/** What the bank booked minus what is paid out, as payouts.csv has it. */
function differenceOf({ netMinor, bankMinor }: ShownPayout): string | null {
  return netMinor === null || bankMinor === null ? null : String(BigInt(bankMinor) - BigInt(netMinor));
}

/** What a cell shows before and after, `was -> is`, or once if both are the same. Null is what is not shown: none. */
function changeText<T>(before: T | null, after: T | null, of: (shown: T) => string): string {
  const [was, is] = [before, after].map((shown) => (shown === null ? 'none' : of(shown)));
  return was === is ? was! : `${was} -> ${is}`;
}

function amountText(minor: string | null, currency: string | null): string {
  return minor === null ? '-' : `${currency ?? '?'} ${moneyText(minor, currency)}`;
}
