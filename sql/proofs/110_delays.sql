-- Purpose: the sums of the kept delay counts equal what the payments' current results give.
-- Grain:   one row per paid date, region, method, local hour and measure that differs.
-- Rules:   of dates that were not purged.
-- Parameters: none

with held as (
  select paid_date, region, payment_method, paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late
  from payment_results
  where until_run is null and paid_hour is not null
),
sides as (
  select date, region, payment_method, hour, measure, 'kept' as side, seconds, payments, late
  from delay_changes
  union all
  select paid_date, region, payment_method, paid_hour, 'payment', 'held', payment_delay_seconds, 1,
         after_expiry::integer
  from held
  where payment_delay_seconds is not null
  union all
  select paid_date, region, payment_method, paid_hour, 'callback', 'held', callback_delay_seconds, 1, late::integer
  from held
),
counted as (
  select date, region, payment_method, hour, measure, seconds,
         coalesce(sum(payments) filter (where side = 'kept'), 0) as kept,
         coalesce(sum(payments) filter (where side = 'held'), 0) as held,
         coalesce(sum(late) filter (where side = 'kept'), 0) as kept_late,
         coalesce(sum(late) filter (where side = 'held'), 0) as held_late
  from sides
  group by date, region, payment_method, hour, measure, seconds
)
select concat_ws(
         ' ', 'delays of', measure, 'of', coalesce(payment_method, 'no method'), 'on', date, nullif(region, ''), 'at',
         hour
       ) as what,
       concat_ws(' ', sum(held), 'payments,', sum(held_late), 'late') as expected,
       concat_ws(' ', sum(kept), 'payments,', sum(kept_late), 'late') as actual
from counted
where (kept <> held or kept_late <> held_late)
  and not exists (select from purged_dates g where g.date = counted.date and g.region = counted.region)
group by date, region, payment_method, hour, measure
order by date, region, payment_method nulls first, hour, measure
limit 20
