import { sql } from 'kysely';
import { orderOfChanges } from '../../../reports/changed-rows.ts';
import { comparedPayments } from '../../../reports/payments-restatement.ts';
import type { Column, Report, ReportQuery } from '../../../reports/report.ts';
import { comparedOrders } from '../../../reports/restatement.ts';
import { comparedPayouts, comparedStatement } from '../../../reports/stated-changes.ts';
import type { Shape } from './page-cursor.ts';

/** A value by which rows are sorted. */
export interface SortKey {
  /** Name of the selected column. */
  readonly column: string;
  readonly shape: Shape;
  /** Whether it is never null and sorted as it is, so that an index gives its order. */
  readonly isPlain: boolean;
}

const MERCHANT_AND_ORDER = ['merchant_id', 'order_no'] as const;

/**
 * The columns by which each report is sorted. They identify a row: what its own order leaves open is added at the end.
 */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  orders: MERCHANT_AND_ORDER,
  'amount-mismatches': MERCHANT_AND_ORDER,
  'orphan-callbacks': [
    ...[...MERCHANT_AND_ORDER, 'sub_merchant_id', 'trade_no', 'payment_method', 'status', 'currency'],
    ...['paid_minor', 'completed_second', 'received_second', 'source', 'line', 'digest'],
  ],
  payments: [...MERCHANT_AND_ORDER, 'business_date', 'sub_merchant_id', 'trade_no', 'payment'],
  'daily-summary': ['merchant_id', 'sub_merchant_id', 'payment_method', 'currency'],
  'payments-summary': ['merchant_id', 'sub_merchant_id', 'payment_method', 'currency'],
  adjustments: ['run_id', 'business_date', 'merchant_id', 'order_no', 'payment', 'field'],
  'stuck-orders': MERCHANT_AND_ORDER,
  findings: [...MERCHANT_AND_ORDER, 'code'],
  'rejected-records': ['source', 'line', 'reason', 'detail', 'read_at'],
  restatement: orderOfChanges(comparedOrders),
  'payments-restatement': orderOfChanges(comparedPayments),
  'roll-forward': ['currency'],
  'callback-delays': ['payment_method', 'hour'],
  statement: [
    ...[
      'merchant_id',
      'order_no',
      'sub_merchant_id',
      'trade_no',
      'row_id',
      'type',
      'status',
      'payment_method',
    ],
    ...['currency', 'gross_minor', 'fee_minor', 'net_minor', 'expected_fee_minor', 'completed_second'],
    ...['settled_on', 'payout_id', 'matched', 'findings', 'source', 'line', 'digest'],
  ],
  payouts: [
    'settled_on',
    'payout_id',
    'currency',
    'bank_minor',
    'booked_on',
    'bank_reference',
    'bank_digest',
  ],
  'refunds-due': MERCHANT_AND_ORDER,
  'missed-payments': MERCHANT_AND_ORDER,
  fees: ['merchant_id', 'payment_method', 'currency'],
  'payouts-restatement': orderOfChanges(comparedPayouts),
  'statement-restatement': orderOfChanges(comparedStatement),
};

/** Before the columns of a restatement that identify what changed. */
const SHOWN = 'shown_';

/** Key columns that a report does not select by itself. */
const UNSELECTED: Readonly<Record<string, readonly string[]>> = {
  payments: ['payment'],
  adjustments: ['a.run_id', 'a.payment'],
};

/** The order of a report's rows, total. */
export function keysOf({ name }: Report): SortKey[] {
  return KEYS[name]!.map((column) => ({
    column,
    shape: column === 'run_id' ? 'numeric' : 'text',
    isPlain: (MERCHANT_AND_ORDER as readonly string[]).includes(column),
  }));
}

/** Whether a report lists several rows, or none, for each row of its query: the values of a row that changed. */
export function listsChanges({ name }: Report): boolean {
  return KEYS[name]![0]!.startsWith(SHOWN);
}

/** The selected columns that tell the rows of a restatement from one another. */
export function shownKeysOf({ name }: Report): string[] {
  return KEYS[name]!.filter((column) => column.startsWith(SHOWN));
}

/** Rejected lines belong to no merchant, and payouts to several. */
const OF_NO_MERCHANT: readonly string[] = ['rejected-records', 'payouts', 'payouts-restatement'];

/** Whether a report can be limited to merchants. */
export function hasMerchants({ name }: Pick<Report, 'name'>): boolean {
  return !OF_NO_MERCHANT.includes(name);
}

/** A report's rows without an order, with every column that its order needs. */
export function withKeys(report: Report, query: ReportQuery): ReportQuery {
  const unordered: ReportQuery = query.clearOrderBy();
  const added = UNSELECTED[report.name];
  return added === undefined
    ? unordered
    : unordered.select(added.map((name) => sql.ref(name).as(name.replace(/^a\./, ''))));
}

/** How rows are sorted by one of a report's columns: as text, numbers or times. */
export function keyOfColumn({ name, from = name, kind }: Column): SortKey {
  return { column: from, shape: shapeOf(kind), isPlain: false };
}

function shapeOf(kind: Column['kind']): Shape {
  switch (kind) {
    case 'count':
    case 'percent':
    case 'minor':
    case 'amount':
      return 'numeric';
    case 'date':
      return 'date';
    case 'utc':
    case 'local':
      return 'timestamptz';
    default:
      return 'text';
  }
}
