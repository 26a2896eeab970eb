import { type AliasedRawBuilder, sql } from 'kysely';
import type { ReportScope } from './report.ts';
import { heldAt } from './selection.ts';

/** What statements say of an order, to join to its row. Its key has other names than the order's own. */
interface StatedOrder {
  stated_order_no: string;
  stated_merchant_id: string;
  stated_currency: string | null;
  stated_minor: string | null;
  fee_minor: string | null;
  net_minor: string | null;
  settled_on: string | null;
  payout_id: string | null;
}

/** What statements say of the orders of a date. */
export function statedOrders(scope: ReportScope): AliasedRawBuilder<StatedOrder, 'stated'> {
  return sql<StatedOrder>`(
    select order_no as stated_order_no, merchant_id as stated_merchant_id, stated_currency, stated_minor, fee_minor,
           net_minor, settled_on, payout_id
    from stated_orders
    where business_date = ${scope.date}::date and region = ${scope.region} and ${heldAt(scope)}
  )`.as<'stated'>(sql`stated`);
}
