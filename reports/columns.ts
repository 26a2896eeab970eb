import type { Column, ColumnKind } from './report.ts';

/** Units of cells by their kind. A column may say more; see {@link unitOf}. */
const UNITS: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  date: 'yyyy-MM-dd',
  count: 'whole number',
  percent: 'percent, two decimals',
  minor: 'minor units',
  amount: 'major units',
  utc: 'UTC, to the second',
  local: 'local, with offset',
  cell: 'as in that column',
};

/** Examples of cells, where a column has none of its own. */
const EXAMPLES = {
  date: '2026-11-19',
  count: '2',
  percent: '2.50',
  minor: '15000',
  amount: '150.00',
  utc: '2026-11-19T13:05:00Z',
  local: '2026-11-19T10:05:00-03:00',
} as const;

/** What a column says besides its meaning, where it is not that of its kind. */
type Own = Partial<Pick<Column, 'unit' | 'example'>>;

/** The unit of a column's cells. */
export function unitOf({ kind, unit }: Column): string {
  return unit ?? UNITS[kind];
}

/** Columns used by several reports, so that one name has one meaning everywhere. */
export const text = (name: string, meaning: string, example: string): Column => ({
  name,
  kind: 'text',
  meaning,
  example,
});
export const date = (name: string, meaning: string): Column => ({
  name,
  kind: 'date',
  meaning,
  example: EXAMPLES.date,
});
export const count = (name: string, meaning: string, own: Own = {}): Column => ({
  name,
  kind: 'count',
  meaning,
  example: EXAMPLES.count,
  ...own,
});
/** A cell of another report; the row's cell_kind gives its kind there. */
export const cell = (name: string, meaning: string, example: string): Column => ({
  name,
  kind: 'cell',
  meaning,
  example,
  kindIn: 'cell_kind',
});
export const percent = (name: string, meaning: string): Column => ({
  name,
  kind: 'percent',
  meaning,
  example: EXAMPLES.percent,
});

/** An amount as two columns: `<name>_minor` in minor units and `<name>_amount` in major units of its currency. */
export const money = (name: string, currency: string, meaning: string): Column[] => [
  {
    name: `${name}_minor`,
    kind: 'minor',
    meaning: `${meaning}, in minor units of ${currency}`,
    unit: `minor units of ${currency}`,
    example: EXAMPLES.minor,
  },
  {
    name: `${name}_amount`,
    kind: 'amount',
    from: `${name}_minor`,
    currency,
    meaning: `${meaning}, in major units of ${currency}`,
    unit: `major units of ${currency}`,
    example: EXAMPLES.amount,
  },
];

/** The difference between two amounts of an order; its query must select differenceCurrency too. */
export const difference = (meaning: string): Column[] => [
  {
    name: 'difference_minor',
    kind: 'minor',
    meaning: `${meaning}, in minor units`,
    example: '-500',
  },
  {
    name: 'difference_amount',
    kind: 'amount',
    from: 'difference_minor',
    currency: 'difference_currency',
    meaning: `${meaning}, in major units`,
    example: '-5.00',
  },
];

/** An instant in UTC: `<name>_utc`. */
export const utc = (name: string, meaning: string): Column => ({
  name: `${name}_utc`,
  kind: 'utc',
  from: name,
  meaning: `${meaning}, in UTC`,
  example: EXAMPLES.utc,
});

/** An instant as `<name>_local`, in the zone of the order's region with its offset. */
export const local = (name: string, meaning: string): Column => ({
  name: `${name}_local`,
  kind: 'local',
  from: name,
  region: 'region',
  meaning: `${meaning}, in the zone of the region, with its offset`,
  example: EXAMPLES.local,
});

export const businessDate = date(
  'business_date',
  'Local date of the first request, otherwise of the first callback',
);
export const paidDate = date(
  'paid_date',
  'Local date of the payment, or of its callback where completion is unknown or impossible',
);

/** Columns of which some were described otherwise in earlier versions. */
export function describedAs(
  columns: readonly Column[],
  meanings: Readonly<Record<string, string>>,
): readonly Column[] {
  return columns.map((column) => ({ ...column, meaning: meanings[column.name] ?? column.meaning }));
}

export const region = text(
  'region',
  'Region of the order; empty where no region of the settings matches',
  'BR',
);
export const merchantId = text('merchant_id', 'Merchant identifier as written in the log', 'BR1000217');
export const subMerchantId = text(
  'sub_merchant_id',
  'Sub-merchant of the request, otherwise of the first callback',
  'S001',
);
export const orderNo = text(
  'order_no',
  "The merchant's order number, as written in the log",
  'LEX261119AGE000053',
);
export const tradeNo = text(
  'trade_no',
  "The service's number: from the deciding notification, otherwise the response, otherwise the first callback",
  '2026111910462000001830',
);
export const paymentMethod = text(
  'payment_method',
  'Method of the request, otherwise of the first callback',
  'PIX',
);

/** Columns that identify an order: merchant, sub-merchant, numbers and method. */
export const orderIdentity: readonly Column[] = [merchantId, subMerchantId, orderNo, tradeNo, paymentMethod];
