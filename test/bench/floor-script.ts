import { COLUMNS } from './floor-rows.ts';

/** Unlogged tables for the rows, since they need not survive a crash. */
export const TABLES = Object.entries(COLUMNS).map(
  ([table, columns]) => `create unlogged table ${table} (${columns.join(', ')})`,
);

/**
 * The one join: each order with its first request, its last payment, its first callback and its outcome, with the same
 * rules as DuckDB's script.
 */
export const ordersTable = (asOf: string): string => `create unlogged table orders as
  with requests as (
    select distinct on (order_no, merchant_id) *,
           min(requested_at) over of_order as first_requested_at,
           count(*) filter (where response_code <> '00') over of_order = count(*) over of_order as rejected
    from pay_ins
    window of_order as (partition by order_no, merchant_id)
    order by order_no, merchant_id, coalesce(response_code <> '00', true), requested_at
  ),
  each_paid as (
    select distinct on (order_no, merchant_id, trade_no) * from callbacks where status = 'SUCCESS'
    order by order_no, merchant_id, trade_no, coalesce(completed_at, received_at) desc
  ),
  paid as (
    select distinct on (order_no, merchant_id) order_no, merchant_id, trade_no, currency, completed_at, completed_text,
           received_at, count(*) over of_order as payments, (sum(minor) over of_order)::bigint as minor
    from each_paid
    window of_order as (partition by order_no, merchant_id)
    order by order_no, merchant_id, coalesce(completed_at, received_at) desc
  ),
  heard as (
    select distinct on (order_no, merchant_id) *, min(coalesce(completed_at, received_at)) over of_order as first_at
    from callbacks
    window of_order as (partition by order_no, merchant_id)
    order by order_no, merchant_id, received_at
  ),
  joined as (
    select order_no, merchant_id, coalesce(r.region, c.region) as region,
           coalesce(r.sub_merchant_id, c.sub_merchant_id) as sub_merchant_id,
           coalesce(r.payment_method, c.payment_method) as payment_method,
           coalesce(r.currency, c.currency) as currency, coalesce(p.trade_no, r.trade_no, c.trade_no) as trade_no,
           r.order_no is not null as requested, coalesce(r.rejected, false) as rejected, r.minor as requested_minor,
           r.requested_at, r.expires_at, r.account_no, coalesce(r.first_requested_at, c.first_at) as first_at,
           coalesce(p.payments, 0) as payments, p.minor as paid_minor, p.currency as paid_currency,
           p.completed_at as paid_at, p.completed_text as paid_at_text, p.received_at,
           case when p.currency = r.currency then p.minor - r.minor end as difference_minor
    from requests r full join heard c using (order_no, merchant_id) left join paid p using (order_no, merchant_id)
  )
  select *, case region when 'BR' then 'America/Sao_Paulo' else 'Africa/Cairo' end as zone,
         (first_at at time zone case region when 'BR' then 'America/Sao_Paulo' else 'Africa/Cairo' end)::date
           as business_date,
         case when not requested then 'ORPHAN'
              when payments > 1 or (payments = 1 and (difference_minor is distinct from 0 or rejected)) then 'MISMATCH'
              when payments = 1 then 'MATCHED' when rejected then 'REJECTED'
              when timestamptz '${asOf}' >= expires_at + interval '605700 seconds' then 'EXPIRED'
              when timestamptz '${asOf}' >= expires_at + interval '900 seconds' then 'STUCK' else 'PENDING' end as outcome
  from joined`;

/** Writes the rows of the date as CSV, with the program's columns of an order except findings. */
export const ordersCopy = (date: string): string => `copy (
    select business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method, currency,
           requested_minor, round(requested_minor / 100.0, 2) as requested_amount, paid_currency, paid_minor,
           round(paid_minor / 100.0, 2) as paid_amount, difference_minor,
           round(difference_minor / 100.0, 2) as difference_amount, outcome,
           ${utc('requested_at')} as requested_at_utc, ${local('requested_at')} as requested_at_local,
           ${utc('paid_at')} as paid_at_utc, ${local('paid_at')} as paid_at_local, paid_at_text,
           ${utc('received_at')} as received_at_utc, ${utc("expires_at + interval '900 seconds'")} as deadline_at_utc,
           payments, account_no
    from orders where business_date = date '${date}' order by merchant_id, order_no
  ) to stdout (format csv, header)`;

const utc = (moment: string) => `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const local = (moment: string) => `to_char((${moment}) at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** Orders and money of the date by outcome, like the totals of DuckDB's script. */
export const totalsOf = (date: string): string => `
  select region, outcome, count(*)::integer as orders, coalesce(sum(requested_minor), 0)::text as requested_minor,
         coalesce(sum(paid_minor) filter (where paid_currency is not distinct from currency), 0)::text as paid_minor
  from orders where business_date = date '${date}' group by 1, 2 order by 1, 2`;
