import { sql } from 'kysely';
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
  const events = await sql<ToldEvent>`
    with requests as (
      select p.requested_at as at, 1 as step,
             concat_ws(' ', 'request', p.payment_method) as what,
             p.currency, p.amount_minor, p.amount_text,
             null::text as note, s.name || ':' || p.line as place
      from pay_ins p join sources s on s.source_id = p.source_id
      where p.order_no = ${orderNo} and p.merchant_id = ${merchantId}
    ),
    responses as (
      select p.created_at, 2,
             case when p.has_response
               then concat_ws(' ', 'response code', p.response_code, p.response_status, 'tradeNo', p.trade_no)
               else 'no response' end,
             null::text, null::bigint, null::text, null::text, s.name || ':' || p.line
      from pay_ins p join sources s on s.source_id = p.source_id
      where p.order_no = ${orderNo} and p.merchant_id = ${merchantId}
    ),
    deliveries as (
      select c.received_at, 3,
             concat_ws(' ', 'callback', c.status, 'tradeNo ' || c.trade_no,
               case when c.completed_at is not null then 'completed '
                 || to_char(c.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
               'ack ' || c.ack,
               case when c.verified = false then 'NOT VERIFIED, decides nothing' end),
             c.currency, c.amount_minor, c.amount_text,
             case c.offset_source
               when 'explicit' then null
               when 'none' then 'completion time missing or unreadable'
               else 'completion time without offset, read by ' || c.offset_source end,
             s.name || ':' || c.line
      from callbacks c join sources s on s.source_id = c.source_id
      where (c.order_no = ${orderNo} and c.merchant_id = ${merchantId})
         or c.trade_no in (
           select trade_no from pay_ins
           where order_no = ${orderNo} and merchant_id = ${merchantId} and trade_no is not null
         )
    ),
    deadline as (
      select r.deadline_at, 4, 'deadline: an unpaid order is stuck from here on', null::text, null::bigint, null::text,
             null::text, null::text
      from order_results r
      where r.order_no = ${orderNo} and r.merchant_id = ${merchantId} and r.until_run is null
        and r.deadline_at is not null
    ),
    verdicts as (
      select u.as_of, 5,
             concat_ws(' ', 'verdict', r.outcome, r.stuck_reason, nullif(r.findings, '')),
             null::text, null::bigint, null::text, 'run ' || r.from_run, null::text
      from order_results r join runs u on u.run_id = r.from_run
      where r.order_no = ${orderNo} and r.merchant_id = ${merchantId}
    ),
    told as (
      select * from requests union all select * from responses union all select * from deliveries
      union all select * from deadline union all select * from verdicts
    )
    select at, what, currency, amount_minor, amount_text, note, place from told
    order by at nulls first, step, what collate "C", place collate "C"`.execute(session.db);
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
