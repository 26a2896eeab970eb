import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { regionFolder } from '../../settings/region-folder.ts';

/** An order that a search found. */
export interface FoundOrder {
  readonly orderNo: string;
  readonly merchantId: string;
  /** Name of the region's folder; null for an order that no run has judged yet. */
  readonly region: string | null;
  /** yyyy-MM-dd; null for an order that no run has judged yet. */
  readonly businessDate: string | null;
  readonly outcome: string | null;
  readonly tradeNo: string | null;
  readonly accountNo: string | null;
  /** Whether one of its numbers is exactly the text. */
  readonly isExact: boolean;
}

/** The most orders that a search finds. */
export const MOST_FOUND = 50;
/** The shortest beginning of a number that is searched for. */
export const LEAST_PREFIX = 4;
/** How many characters of trade and account numbers are in an index. */
const INDEXED = 64;

/**
 * Finds orders by order number, trade number or account: those with exactly this number first, then those with a number that
 * begins with it. Order numbers of requests are found by their beginning before any run, other numbers once they are
 * in a result. Call it within a transaction.
 */
export async function findOrders(
  session: Session,
  text: string,
  { merchants }: { readonly merchants?: readonly string[] | undefined } = {},
): Promise<FoundOrder[]> {
  const wanted = text.trim();
  if (wanted === '' || wanted.includes('\0')) return [];
  const exact = await ordersOf(session, exactKeys(wanted, merchants), merchants);
  if ([...wanted].length < LEAST_PREFIX || exact.length >= MOST_FOUND)
    return exact.map((row) => found(row, true));
  const begun = await ordersOf(session, prefixKeys(wanted, merchants), merchants);
  const keyOf = ({ merchant_id, order_no }: OrderRow) => JSON.stringify([merchant_id, order_no]);
  const known = new Set(exact.map(keyOf));
  const others = begun.filter((row) => !known.has(keyOf(row)));
  return [...exact.map((row) => found(row, true)), ...others.map((row) => found(row, false))].slice(
    0,
    MOST_FOUND,
  );
}

interface OrderRow {
  readonly order_no: string;
  readonly merchant_id: string;
  readonly region: string | null;
  readonly business_date: string | null;
  readonly outcome: string | null;
  readonly trade_no: string | null;
  readonly account_no: string | null;
}

function found(row: OrderRow, isExact: boolean): FoundOrder {
  return {
    orderNo: row.order_no,
    merchantId: row.merchant_id,
    region: row.region === null ? null : regionFolder(row.region),
    businessDate: row.business_date,
    outcome: row.outcome,
    tradeNo: row.trade_no,
    accountNo: row.account_no,
    isExact,
  };
}

type Keys = ReturnType<typeof sql>;

async function ordersOf(
  session: Session,
  keys: Keys,
  merchants: readonly string[] | undefined,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select k.order_no, k.merchant_id, o.region, o.business_date, o.outcome, o.trade_no, o.account_no
    from (
      select distinct order_no, merchant_id
      from (${keys}) numbers
      where ${ofReader(merchants)}
    ) k
    left join order_results o
      on o.order_no = k.order_no and o.merchant_id = k.merchant_id and o.until_run is null
    order by o.business_date desc nulls last, k.merchant_id collate "C", k.order_no collate "C"
    limit ${MOST_FOUND}`.execute(session.db);
  return rows;
}

function exactKeys(wanted: string, merchants: readonly string[] | undefined): Keys {
  const at = sql`${wanted}::text collate "C"`;
  return sql`
    select order_no, merchant_id from order_results where order_no = ${at} and until_run is null
    union all
    select order_no, merchant_id from pay_ins where order_no = ${at}
    union all
    select order_no, merchant_id from callbacks where order_no = ${at}
    union all
    select order_no, merchant_id from pay_ins where trade_no = ${at}
    union all
    select order_no, merchant_id from callbacks where trade_no = ${at}
    union all
    (select order_no, merchant_id from order_results
     where left(trade_no, ${sql.lit(INDEXED)}) = left(${at}, ${sql.lit(INDEXED)}) and trade_no = ${at}
       and trade_no is not null and until_run is null)
    union all
    (select order_no, merchant_id from order_results
     where left(account_no, ${sql.lit(INDEXED)}) = left(${at}, ${sql.lit(INDEXED)}) and account_no = ${at}
       and account_no is not null and until_run is null and ${ofReader(merchants)}
     order by business_date desc, merchant_id, order_no
     limit ${MOST_FOUND})`;
}

/**
 * Of each number the first ones that begin with the text, in the order of an index. The indexes of trade numbers of records
 * have no order, and whether a callback is its merchant's is known only once it is judged.
 */
function prefixKeys(wanted: string, merchants: readonly string[] | undefined): Keys {
  const from = sql`${wanted}::text collate "C"`;
  // Bytewise, no character comes after this one.
  const to = sql`${`${wanted}\u{10FFFF}`}::text collate "C"`;
  const own = ofReader(merchants);
  const begins = (value: ReturnType<typeof sql>, there: ReturnType<typeof sql>) => sql`
    (select order_no, merchant_id from order_results
     where ${value} >= ${from} and ${value} < ${to} and ${there} and until_run is null and ${own}
     order by ${value}, merchant_id, order_no
     limit ${MOST_FOUND})`;
  const requested = sql`
    (select distinct order_no, merchant_id from pay_ins
     where order_no >= ${from} and order_no < ${to} and ${own}
     order by order_no, merchant_id
     limit ${MOST_FOUND})`;
  const first = (column: string) => sql`left(${sql.ref(column)}, ${sql.lit(INDEXED)})`;
  return sql`${begins(sql`order_no`, sql`true`)}
    union all ${requested}
    union all ${begins(first('trade_no'), sql`trade_no is not null`)}
    union all ${begins(first('account_no'), sql`account_no is not null`)}`;
}

/** Before any limit: what others have must not take the place of what the reader may see. */
function ofReader(merchants: readonly string[] | undefined): Keys {
  return sql`(${merchants === undefined} or merchant_id = any (${[...(merchants ?? [])]}::text[]))`;
}
