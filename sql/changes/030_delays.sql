-- Purpose: how this run changed the number of payments per delay, from creation to payment and from payment to
--          callback.
-- Grain:   one row per paid date, region, method, local hour, measure and delay; no row where nothing changed.
-- Rules:   measure `payment`: from creation, late after expiry; `callback`: from completion, late by the setting.
--          Payments whose completion is absent or impossible have no hour; payments of orphans have no creation.
-- Parameters: run integer

insert into delay_changes (run_id, date, region, payment_method, hour, measure, seconds, payments, late)
with counted as (
  select 1 as sign, r.paid_date, r.region, r.payment_method, r.paid_hour, m.measure, m.seconds, count(*) as payments,
         count(*) filter (where m.late) as late
  from payment_rows r
  cross join lateral (
    values ('payment', r.payment_delay_seconds, r.after_expiry), ('callback', r.callback_delay_seconds, r.late)
  ) m (measure, seconds, late)
  where r.from_run = :run::integer and r.paid_hour is not null and m.seconds is not null
  group by r.paid_date, r.region, r.payment_method, r.paid_hour, m.measure, m.seconds
  union all
  select -1, r.paid_date, r.region, r.payment_method, r.paid_hour, m.measure, m.seconds, count(*),
         count(*) filter (where m.late)
  from payment_rows r
  cross join lateral (
    values ('payment', r.payment_delay_seconds, r.after_expiry), ('callback', r.callback_delay_seconds, r.late)
  ) m (measure, seconds, late)
  where r.until_run = :run::integer and r.paid_hour is not null and m.seconds is not null
  group by r.paid_date, r.region, r.payment_method, r.paid_hour, m.measure, m.seconds
)
select :run::integer, paid_date, region, payment_method, paid_hour, measure, seconds, sum(sign * payments),
       sum(sign * late)
from counted
group by paid_date, region, payment_method, paid_hour, measure, seconds
having sum(sign * payments) <> 0 or sum(sign * late) <> 0
