-- Purpose: the money of payments notified late, or with another amount than requested.
-- Grain:   one row per currency.
-- Rules:   an order counts once, with the greatest amount of its callbacks of that kind.
-- Units:   minor in minor units of the currency
-- Parameters: to_at timestamptz; late boolean (else those of another amount); late_seconds integer; currencies text[],
--             tolerances bigint[]
-- Parts:   paid_callbacks: 055_paid_callbacks.sql

with tolerated as (
  select currency, minor
  from unnest(:currencies::text[], :tolerances::bigint[]) as t (currency, minor)
),
notified as (
  select c.order_no, c.merchant_id, c.currency, max(c.amount_minor) as minor,
         bool_or(c.currency = p.currency
                 and abs(c.amount_minor::numeric - p.amount_minor) <= coalesce(a.minor, 0)) as fits,
         min(extract(epoch from c.received_at - c.completed_at)) filter (where not c.completed_impossible)
           > :late_seconds::integer as is_late
  from callbacks c
  left join pay_ins p
    on p.order_no = c.order_no and p.merchant_id = c.merchant_id and p.requested_at <= :to_at::timestamptz
  left join tolerated a on a.currency = c.currency
  where :paid_callbacks
  group by c.order_no, c.merchant_id, c.currency
)
select currency, sum(minor)::text as minor
from notified
where case when :late::boolean then is_late else not fits end
  and currency is not null
  and minor is not null
group by currency
order by currency
