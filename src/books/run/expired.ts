import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { moneyText } from '../../money-text.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted } from '../../terminal-text.ts';

/** Orders of a region and currency that a run marked EXPIRED: no payment is known. */
export interface ExpiredTotal {
  /** Name of the region, `''` for orders without one. */
  readonly region: string;
  /** Null if the orders name no currency. */
  readonly currency: string | null;
  readonly orders: number;
  /** Sum of the requested amounts, in minor units, as text. */
  readonly requestedMinor: string;
  /** Their first business date; `to` is their last, `yyyy-MM-dd`. */
  readonly from: string;
  readonly to: string;
}

/**
 * The orders, on any date, that are EXPIRED by a run and were not by an earlier one.
 * @param after the earlier run; by default the one before
 */
export async function expiredIn(
  session: Session,
  runId: number,
  regions: readonly string[],
  after = runId - 1,
): Promise<ExpiredTotal[]> {
  const { rows } = await sql<{
    region: string;
    currency: string | null;
    orders: string;
    requested: string;
    first_date: string;
    last_date: string;
  }>`
    select region, currency, count(*) as orders, coalesce(sum(requested_minor::numeric), 0)::text as requested,
           min(business_date)::text as first_date, max(business_date)::text as last_date
    from order_results now
    where now.from_run > ${after}::integer
      and now.from_run <= ${runId}::integer
      and (now.until_run is null or now.until_run > ${runId}::integer)
      and now.outcome = 'EXPIRED'
      and region = any (${[...regions]}::text[])
      and not exists (
        select from order_results before
        where before.order_no = now.order_no
          and before.merchant_id = now.merchant_id
          and before.from_run <= ${after}::integer
          and before.until_run > ${after}::integer
          and before.outcome = 'EXPIRED'
      )
    group by region, currency
    order by region collate "C", currency collate "C" nulls first`.execute(session.db);
  return rows.map((row) => ({
    region: row.region,
    currency: row.currency,
    orders: Number(row.orders),
    requestedMinor: row.requested,
    from: row.first_date,
    to: row.last_date,
  }));
}

/** The orders that expired in a run, a line for each region and currency; empty if there are none. */
export function expiredText(expired: readonly ExpiredTotal[]): string {
  return expired
    .map(({ region, currency, orders, requestedMinor, from, to }) => {
      const money = currency === null ? '' : `${currency} ${moneyText(requestedMinor, currency)} requested, `;
      const dates = from === to ? `of ${from}` : `of ${from} to ${to}`;
      return `Expired in this run: ${counted(orders, 'order')} in ${regionFolder(region)}, ${money}${dates}.`;
    })
    .join('\n');
}
