import { sql } from 'kysely';
import type { ReportScope } from '../../../reports/report.ts';
import { heldAt, ofMerchants } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';
import { currencyExponent, formatMajor } from '../../normalise/money.ts';
import type { DateSums } from '../date-sums.ts';

/** Orders and money of one outcome and currency; sums in minor units. */
interface ManifestTotal {
  readonly outcome: string;
  readonly currency: string | null;
  readonly orders: string;
  readonly requested: string;
  readonly paid: string;
}

/** A total as the manifest writes it. */
interface TotalInManifest {
  readonly outcome: string;
  readonly currency: string | null;
  readonly orders: number;
  readonly requested_minor: string;
  readonly requested_amount: string;
  readonly paid_minor: string;
  readonly paid_amount: string;
}

/**
 * Orders and requested money of a date by outcome and currency, and the payments of those orders by the currency of
 * each payment. Sums are text, because they may exceed a number.
 */
export async function manifestTotals(
  session: Session,
  scope: ReportScope,
  sums: DateSums,
): Promise<TotalInManifest[]> {
  const totals = await ordersTotals(session, sums);
  // The first schema left out what was paid in another currency than that of an order's deciding notification.
  const shares = scope.schema < 2 ? [] : await severalPayments(session, scope);
  return added([...totals, ...shares]).map(({ outcome, currency, orders, requested, paid }) => {
    const exponent = currencyExponent(currency);
    return {
      outcome,
      currency,
      orders: Number(orders),
      requested_minor: requested,
      requested_amount: formatMajor(requested, exponent),
      paid_minor: paid,
      paid_amount: formatMajor(paid, exponent),
    };
  });
}

/** The sums of the orders, each with its paid money in the currency of its deciding notification. */
async function ordersTotals(session: Session, { totals }: DateSums): Promise<ManifestTotal[]> {
  const { rows } = await sql<ManifestTotal>`
    with sides as (
      select outcome, currency, orders, requested_minor, 0::numeric as paid_minor
      from ${totals}
      union all
      select outcome, paid_currency, 0, 0::numeric, paid_minor
      from ${totals}
      where is_paid
    )
    select outcome, currency, sum(orders) as orders, sum(requested_minor) as requested, sum(paid_minor) as paid
    from sides
    group by outcome, currency`.execute(session.db);
  return rows;
}

/**
 * What the payments of orders with several payments add to the orders' own sums: all readable payments, each in its
 * own currency, less the order's sum. For an order with one payment both are the same.
 */
async function severalPayments(session: Session, scope: ReportScope): Promise<ManifestTotal[]> {
  const several = sql`
    select order_no, merchant_id, outcome, paid_currency, paid_minor
    from order_rows
    where business_date = ${scope.date}::date and region = ${scope.region} and payments > 1 and ${heldAt(scope)}
      and ${ofMerchants(scope)}`;
  const { rows } = await sql<ManifestTotal>`
    select outcome, paid_currency as currency, '0' as orders, '0' as requested, (-sum(paid_minor))::text as paid
    from (${several}) o
    where paid_minor is not null
    group by outcome, paid_currency
    union all
    select o.outcome, p.currency, '0', '0', coalesce(sum(p.paid_minor), 0)::text
    from (${several}) o
    join payment_rows p on p.order_no = o.order_no and p.merchant_id = o.merchant_id
    where ${heldAt(scope)}
    group by o.outcome, p.currency`.execute(session.db);
  return rows;
}

/** One row for each outcome and currency, in bytewise order, rows without a currency first. */
function added(totals: readonly ManifestTotal[]): ManifestTotal[] {
  const sums = new Map<string, ManifestTotal>();
  for (const total of totals) {
    const key = JSON.stringify([total.outcome, total.currency]);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? total : addedTo(sum, total));
  }
  return [...sums.values()].sort(
    (one, other) =>
      Buffer.compare(Buffer.from(one.outcome), Buffer.from(other.outcome)) ||
      Number(one.currency !== null) - Number(other.currency !== null) ||
      Buffer.compare(Buffer.from(one.currency ?? ''), Buffer.from(other.currency ?? '')),
  );
}

function addedTo(one: ManifestTotal, other: ManifestTotal): ManifestTotal {
  const sum = (name: 'orders' | 'requested' | 'paid') => String(BigInt(one[name]) + BigInt(other[name]));
  return { ...one, orders: sum('orders'), requested: sum('requested'), paid: sum('paid') };
}
