-- Purpose: whether the payments of orders with several are what statements say.
-- Grain:   one row per order with several payments.
-- Rules:   a row belongs to the payment of its tradeNo. A payment that was paid on a date that statements cover whole, and
--          that no paid row belongs to, is unstated.
-- Parameters: regions, zones text[]; stated_regions text[], stated_dates date[]; tolerance_currencies text[], tolerances
--             bigint[]

insert into work_stated_payments (order_no, merchant_id, is_unstated, is_other, is_failed, is_duplicated)
with payments as (
  select p.order_no, p.merchant_id, p.payment_trade_no, p.currency, p.amount_minor, e.region,
         (case when p.completed_at is null or p.completed_impossible then p.received_at else p.completed_at end
           at time zone z.zone)::date as paid_date
  from work_evidence e
  join work_payments p on p.order_no = e.order_no and p.merchant_id = e.merchant_id
  left join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = e.region
  where e.payments > 1
),
compared as (
  select p.order_no, p.merchant_id, p.payment_trade_no, p.region, p.paid_date,
         count(r.order_no) filter (where r.status = 'paid') as paid_rows,
         coalesce(bool_or(r.status in ('failed', 'reversed')), false) as is_failed,
         coalesce(bool_or(
           r.status = 'paid'
             and (
               r.currency <> p.currency
               or not r.is_scaled and abs(r.gross_minor::numeric - p.amount_minor) > coalesce(t.tolerance, 0)
             )
         ), false) as is_other
  from payments p
  left join work_stated_rows r
    on r.order_no = p.order_no and r.merchant_id = p.merchant_id and r.trade_no = p.payment_trade_no
  left join unnest(:tolerance_currencies::text[], :tolerances::bigint[]) as t (currency, tolerance)
    on t.currency = p.currency
  group by p.order_no, p.merchant_id, p.payment_trade_no, p.region, p.paid_date
)
select c.order_no, c.merchant_id, bool_or(c.paid_rows = 0 and s.date is not null), bool_or(c.is_other),
       bool_or(c.is_failed), bool_or(c.paid_rows > 1)
from compared c
left join unnest(:stated_regions::text[], :stated_dates::date[]) as s (region, date)
  on s.region = c.region and s.date = c.paid_date
group by c.order_no, c.merchant_id
