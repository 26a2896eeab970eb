import { sql } from 'kysely';
import { refundsDue } from '../../reports/refunds-due.ts';
import type { ReportScope } from '../../reports/report.ts';
import { heldAt, ofMerchants } from '../../reports/selection.ts';
import type { Session } from '../database/store.ts';

/** Orders and money in minor units of a currency. */
export interface StatedMoney {
  readonly currency: string | null;
  readonly orders: number;
  readonly minor: string;
}

/** What statements say of the orders of a date, by currency. */
export interface StatedTotal {
  readonly currency: string | null;
  /** Orders with a paid payment row. */
  readonly orders: number;
  readonly statedMinor: string;
  readonly feeMinor: string;
  readonly netMinor: string;
}

/** What is known of statements about a date and region. */
export interface StatementSums {
  readonly totals: readonly StatedTotal[];
  /** STUCK orders of the date that statements show as paid, and the money of these rows. */
  readonly stuckPaid: readonly StatedMoney[];
  /** EXPIRED orders of the date that statements show as paid, and the money of these rows. */
  readonly expiredPaid: readonly StatedMoney[];
  /** Orders of the date with PAID_IN_STATEMENT_ONLY, and with NOT_IN_STATEMENT. */
  readonly onlyInStatement: number;
  readonly notInStatement: number;
  /** Money still owed to payers of the date or earlier. */
  readonly owed: readonly StatedMoney[];
}

/** Orders of a date by currency, and by whether they are STUCK or EXPIRED although statements show them as paid. */
interface Sum extends Record<'orders' | 'stated_orders' | 'stated' | 'fee' | 'net', string> {
  readonly currency: string | null;
  readonly kind: 'STUCK' | 'EXPIRED' | null;
}

/** Sums what statements say of the orders of a date; undefined if its run knew no statement. */
export async function statementSums(
  session: Session,
  scope: ReportScope,
): Promise<StatementSums | undefined> {
  if (!scope.ofStatements) return undefined;
  const ofDate = sql`business_date = ${scope.date}::date and region = ${scope.region} and ${heldAt(scope)}
      and ${ofMerchants(scope)}`;
  const { rows } = await sql<Sum>`
    select stated_currency as currency, kind, count(*) as orders, count(*) filter (where is_stated) as stated_orders,
           coalesce(sum(stated_minor), 0)::text as stated,
           coalesce(sum(fee_minor) filter (where is_stated), 0)::text as fee,
           coalesce(sum(net_minor) filter (where is_stated), 0)::text as net
    from (
      select stated_currency, stated_minor, fee_minor, net_minor,
             stated_currency is not null or stated_minor is not null as is_stated,
             case
               when outcome = 'STUCK' and stuck_reason = 'paid_in_statement' then 'STUCK'
               when outcome = 'EXPIRED' and 'PAID_IN_STATEMENT_ONLY' = any (string_to_array(findings, ' ')) then 'EXPIRED'
             end as kind
      from order_rows
      where ${ofDate}
    ) o
    where is_stated or kind is not null
    group by stated_currency, kind
    order by stated_currency collate "C" nulls first, kind collate "C"`.execute(session.db);
  const found = await sql<{ code: string; orders: string }>`
    select code, count(*) as orders
    from finding_rows
    where ${ofDate} and code in ('PAID_IN_STATEMENT_ONLY', 'NOT_IN_STATEMENT')
    group by code
    order by code`.execute(session.db);
  const owed = await sql<{ currency: string | null; orders: string; minor: string }>`
    select currency, count(*) as orders, sum(left_minor)::text as minor
    from (${refundsDue.select(session.db, scope).clearOrderBy()}) due
    group by currency
    order by currency collate "C" nulls first`.execute(session.db);
  const having = (code: string) => Number(found.rows.find((row) => row.code === code)?.orders ?? 0);
  const paidOf = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ currency, orders, stated }) => moneyOf({ currency, orders, minor: stated }));
  return {
    totals: totalsOf(rows),
    stuckPaid: paidOf('STUCK'),
    expiredPaid: paidOf('EXPIRED'),
    onlyInStatement: having('PAID_IN_STATEMENT_ONLY'),
    notInStatement: having('NOT_IN_STATEMENT'),
    owed: owed.rows.map(moneyOf),
  };
}

/** Sums by currency of all orders with a paid row. */
function totalsOf(rows: readonly Sum[]): StatedTotal[] {
  const stated = rows.filter((row) => Number(row.stated_orders) > 0);
  return [...new Set(stated.map(({ currency }) => currency))].map((currency) => {
    const own = stated.filter((row) => row.currency === currency);
    const sum = (of: 'stated_orders' | 'stated' | 'fee' | 'net') =>
      own.reduce((total, row) => total + BigInt(row[of]), 0n).toString();
    const money = { statedMinor: sum('stated'), feeMinor: sum('fee'), netMinor: sum('net') };
    return { currency, orders: Number(sum('stated_orders')), ...money };
  });
}

function moneyOf({ currency, orders, minor }: { currency: string | null; orders: string; minor: string }) {
  return { currency, orders: Number(orders), minor };
}
