import type { FieldKind } from './field-kind.ts';

/** What the provider's statements and the bank say; the interface shows neither, so these names are ours. */
export type StatedKind = 'statement' | 'bank';

/** The values of a row of a statement. */
const STATEMENT_FIELDS = {
  row_id: 'identifier',
  type: 'word',
  status: 'word',
  order_no: 'identifier',
  trade_no: 'identifier',
  merchant_id: 'identifier',
  sub_merchant_id: 'identifier',
  payment_method: 'text',
  currency: 'text',
  gross: 'stated-amount',
  fee: 'stated-amount',
  net: 'stated-amount',
  completed_at: 'stated-time',
  settled_on: 'date',
  payout_id: 'identifier',
} as const satisfies Record<string, FieldKind>;

/** The values of a row of a bank's account statement. */
const BANK_FIELDS = {
  row_id: 'identifier',
  booked_on: 'date',
  currency: 'text',
  amount: 'stated-amount',
  reference: 'identifier',
} as const satisfies Record<string, FieldKind>;

const FIELDS: Readonly<Record<StatedKind, Readonly<Record<string, FieldKind>>>> = {
  statement: STATEMENT_FIELDS,
  bank: BANK_FIELDS,
};

export function isStated(kind: unknown): kind is StatedKind {
  return kind === 'statement' || kind === 'bank';
}

/** The names of the values that a row of a kind can have. */
export function statedNames(kind: StatedKind): readonly string[] {
  return Object.keys(FIELDS[kind]);
}

/**
 * The keys that lead to a value of a row, by its name in any letter case; undefined for any other name.
 * @example statedPath('statement', 'Gross') // ['statement', 'gross']
 */
export function statedPath(kind: StatedKind, name: string): readonly string[] | undefined {
  const field = name.toLowerCase();
  return Object.hasOwn(FIELDS[kind], field) ? [kind, field] : undefined;
}

/** What a value is read as, by the keys that lead to it; undefined for a path of the interface. */
export function statedFieldKind(path: readonly string[]): FieldKind | undefined {
  const [kind, field] = path;
  return isStated(kind) && path.length === 2 ? FIELDS[kind][field!] : undefined;
}

/** The words that a type may be. */
export const ROW_TYPES = ['payment', 'refund', 'chargeback', 'fee', 'payout', 'other'] as const;
/** The words that a status may be. */
export const ROW_STATUSES = ['paid', 'pending', 'failed', 'reversed'] as const;

/** The words of a row that the settings can map, by field. */
export const ROW_WORDS = { type: ROW_TYPES, status: ROW_STATUSES } as const;

export type RowType = (typeof ROW_TYPES)[number];
export type RowStatus = (typeof ROW_STATUSES)[number] | 'unknown';
