import { sql } from 'kysely';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { currencyExponent } from '../normalise/currency.ts';
import { formatMajor } from '../normalise/money.ts';

/** Something that is known of an order, at its instant. */
export interface StoryEvent {
  /** As PostgreSQL writes it in UTC; null for what has no time. */
  readonly at: string | null;
  readonly what: string;
  /** The amount of a request or callback in major units, and as it was sent where that is not the same. */
  readonly money: string | null;
  /** How the time was read, where that is not its own offset. */
  readonly note: string | null;
  /** source file and line, for what was read. */
  readonly place: string | null;
}

export interface OrderStory {
  readonly orderNo: string;
  readonly merchantId: string;
  /** The newest verdict, if the order was judged already. */
  readonly verdict: {
    readonly outcome: string;
    readonly findings: string;
    readonly businessDate: string;
    readonly region: string;
  } | null;
  readonly events: readonly StoryEvent[];
}

interface ToldEvent extends Omit<StoryEvent, 'money'> {
  readonly currency: string | null;
  readonly amount_minor: string | null;
  readonly amount_text: string | null;
}

/** Everything known of the orders with a number, in time order. Empty if nothing is. */
export async function tellOrders(
  session: Session,
  orderNo: string,
  merchant: string | undefined,
): Promise<OrderStory[]> {
  const merchants = await sql<{ merchant_id: string }>`
    select merchant_id from pay_ins where order_no = ${orderNo}
    union
    select merchant_id from callbacks where order_no = ${orderNo}
    order by merchant_id`.execute(session.db);
  const stories: OrderStory[] = [];
  for (const { merchant_id: merchantId } of merchants.rows) {
    if (merchant !== undefined && merchant !== merchantId) continue;
    stories.push(await tellOrder(session, orderNo, merchantId));
  }
  return stories;
}

async function tellOrder(session: Session, orderNo: string, merchantId: string): Promise<OrderStory> {
  const events = await runSqlFile<ToldEvent>(session, 'order/010_events.sql', {
    order_no: orderNo,
    merchant_id: merchantId,
  });
  const verdict = await session.db
    .selectFrom('order_results')
    .select(['outcome', 'findings', 'business_date', 'region'])
    .where('order_no', '=', orderNo)
    .where('merchant_id', '=', merchantId)
    .where('until_run', 'is', null)
    .executeTakeFirst();
  return {
    orderNo,
    merchantId,
    verdict:
      verdict === undefined
        ? null
        : {
            outcome: verdict.outcome,
            findings: verdict.findings,
            businessDate: verdict.business_date,
            region: verdict.region,
          },
    events: events.rows.map(({ currency, amount_minor, amount_text, ...event }) => ({
      ...event,
      money: moneyOf(currency, amount_minor, amount_text),
    })),
  };
}

function moneyOf(currency: string | null, minor: string | null, text: string | null): string | null {
  if (text === null) return null;
  const name = currency ?? '(no currency)';
  if (minor === null) return `${name} ${text} (cannot be read exactly)`;
  const major = formatMajor(minor, currencyExponent(currency));
  return major === text ? `${name} ${major}` : `${name} ${major} (sent as ${text})`;
}
