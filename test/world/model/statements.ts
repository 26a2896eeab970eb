/** A statement's row as it was read. */
export interface StatedRow {
  readonly key: string;
  readonly source: number;
  readonly line: number;
  readonly rowId: string | null;
  readonly issuer: string;
  readonly orderNo: string;
  readonly merchantId: string;
  readonly tradeNo: string | null;
  readonly type: string;
  readonly status: string;
  readonly currency: string | null;
  readonly gross: bigint | null;
  readonly fee: bigint | null;
  readonly net: bigint | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An order as it is without statements. */
export interface PlainOrder {
  readonly orderNo: string;
  readonly merchantId: string;
  /** The tradeNos of its responses. */
  readonly responses: readonly string[];
  readonly payments: ReadonlyArray<{
    readonly tradeNo: string | null;
    readonly currency: string | null;
    readonly minor: bigint | null;
    /** Whether statements cover the date on which it was paid. */
    readonly isCovered: boolean;
  }>;
  /** The order's paid money, in the currency of its deciding notification. */
  readonly paid: { readonly currency: string | null; readonly minor: bigint | null };
}

export interface Circumstances {
  readonly asOf: number;
  readonly graceSeconds: number;
  readonly tolerances: Readonly<Record<string, number>>;
}

/** The rows that count: of one row that was stated several times, what was read last. */
export function countedRows<Row extends StatedRow>(rows: readonly Row[]): Row[] {
  const isLater = (one: StatedRow, other: StatedRow) =>
    one.source > other.source || (one.source === other.source && one.line > other.line);
  return rows.filter(
    (row) =>
      row.rowId === null ||
      !rows.some((other) => other.rowId === row.rowId && other.issuer === row.issuer && isLater(other, row)),
  );
}

/** The order of a row: by its tradeNo in a response, else in a payment, else by its order number. */
export function orderOf(row: StatedRow, orders: readonly PlainOrder[]): PlainOrder | undefined {
  const mayBe = (order: PlainOrder) => row.merchantId === '' || order.merchantId === row.merchantId;
  const has = (texts: ReadonlyArray<string | null>) => row.tradeNo !== null && texts.includes(row.tradeNo);
  const answered = orders.filter((order) => mayBe(order) && has(order.responses));
  const paid = orders.filter((order) => mayBe(order) && has(order.payments.map(({ tradeNo }) => tradeNo)));
  const numbered = row.orderNo === '' ? [] : orders.filter(({ orderNo }) => orderNo === row.orderNo);
  const only = (found: readonly PlainOrder[]) => (found.length === 1 ? found[0] : undefined);
  return (
    only(answered.filter(({ orderNo }) => orderNo === row.orderNo)) ??
    only(answered) ??
    only(paid) ??
    only(numbered.filter(({ merchantId }) => merchantId === row.merchantId)) ??
    only(numbered)
  );
}

/** The findings that statements give an order, sorted; fees are compared elsewhere. */
export function statedFindings(
  order: PlainOrder,
  rows: readonly StatedRow[],
  given: Circumstances,
): string[] {
  const found = new Set<string>();
  const { payments } = order;
  const stated = rows.filter(({ type }) => type === 'payment');
  const paid = stated.filter(({ status }) => status === 'paid');
  if (payments.length === 0 && paid.some(({ at }) => at + given.graceSeconds * 1000 <= given.asOf))
    found.add('PAID_IN_STATEMENT_ONLY');
  for (const payment of payments) {
    const own = (row: StatedRow) =>
      payments.length === 1 || (row.tradeNo !== null && row.tradeNo === payment.tradeNo);
    const ownPaid = paid.filter(own);
    if (payment.isCovered && ownPaid.length === 0) found.add('NOT_IN_STATEMENT');
    if (ownPaid.length > 1) found.add('STATEMENT_DUPLICATE');
    if (ownPaid.some((row) => isOther(row, payment, given))) found.add('STATEMENT_AMOUNT_MISMATCH');
    if (stated.some((row) => own(row) && ['failed', 'reversed'].includes(row.status)))
      found.add('STATEMENT_STATUS_MISMATCH');
  }
  if (
    paid.some(({ gross, fee, net }) => gross !== null && fee !== null && net !== null && net !== gross - fee)
  )
    found.add('NET_MISMATCH');
  if (isOverReturned(order, rows)) found.add('REFUND_EXCEEDS_PAYMENT');
  return [...found].sort();
}

function isOther(
  row: StatedRow,
  payment: PlainOrder['payments'][number],
  { tolerances }: Circumstances,
): boolean {
  if (row.currency !== null && payment.currency !== null && row.currency !== payment.currency) return true;
  if (row.gross === null || payment.minor === null) return false;
  const difference = row.gross > payment.minor ? row.gross - payment.minor : payment.minor - row.gross;
  return difference > BigInt(tolerances[payment.currency ?? ''] ?? 0);
}

/** Whether refunds and chargebacks in a currency are more than the payments in it. One without is in that of the payment. */
function isOverReturned({ payments, paid }: PlainOrder, rows: readonly StatedRow[]): boolean {
  const currencies = new Set(rows.filter(isReturned).map((row) => row.currency ?? paid.currency));
  return [...currencies].some((currency) => {
    const sum = returnedIn(currency, paid, rows);
    if (sum <= 0n) return false;
    if (payments.length === 1) {
      const isForeign = currency !== null && paid.currency !== null && currency !== paid.currency;
      return isForeign || (paid.minor !== null && sum > paid.minor);
    }
    const own = payments.filter((payment) => payment.currency === currency).map(({ minor }) => minor);
    return own.every((minor) => minor !== null) && sum > own.reduce((total, minor) => total + minor!, 0n);
  });
}

function isReturned({ type, status }: StatedRow): boolean {
  return ['refund', 'chargeback'].includes(type) && status === 'paid';
}

/** What the refunds and chargebacks of an order come to in a currency. One without is in that of the payment. */
export function returnedIn(
  currency: string | null,
  paid: PlainOrder['paid'],
  rows: readonly StatedRow[],
): bigint {
  return rows
    .filter((row) => isReturned(row) && (row.currency ?? paid.currency) === currency)
    .reduce((total, row) => total + returnedOf(row), 0n);
}

/**
 * What a refund or chargeback gives to the payer. One without a gross amount, or of zero, counts by its net amount less its
 * fee, and never lowers what others return. A net amount above zero, of a row whose fee was given back, went to the merchant.
 */
export function returnedOf({ gross, net, fee }: Pick<StatedRow, 'gross' | 'net' | 'fee'>): bigint {
  if (gross !== null && gross !== 0n) return gross;
  if (net === null) return gross ?? 0n;
  const isGivenBack = fee !== null && fee < 0n;
  const paid = isGivenBack ? -net : magnitude(net);
  const minor = paid - (fee ?? 0n);
  return minor > 0n ? minor : 0n;
}

function magnitude(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}
