-- Purpose: how this run changed how many payments took how long, from creation to payment and from payment to callback.
-- Grain:   one row per paid date, region, method, local hour, measure and delay; none where nothing changed.
-- Rules:   measure `payment`: from creation, late after expiry; `callback`: from completion, late by the setting.
--          Payments whose completion is absent or impossible have no hour, and those of orphans no creation.
-- Parameters: run integer

insert into delay_changes (run_id, date, region, payment_method, hour, measure, seconds, payments, late)
with changed as (
  select 1 as sign, paid_date, region, payment_method, paid_hour, payment_delay_seconds, after_expiry,
         callback_delay_seconds, late
  from payment_results
  where from_run = :run::integer and paid_hour is not null
  union all
  select -1, paid_date, region, payment_method, paid_hour, payment_delay_seconds, after_expiry,
         callback_delay_seconds, late
  from payment_results
  where until_run = :run::integer and paid_hour is not null
),
measured as (
  select c.sign, c.paid_date, c.region, c.payment_method, c.paid_hour, m.measure, m.seconds, m.late
  from changed c
  cross join lateral (
    values ('payment', c.payment_delay_seconds, c.after_expiry), ('callback', c.callback_delay_seconds, c.late)
  ) m (measure, seconds, late)
  where m.seconds is not null
)
select :run::integer, paid_date, region, payment_method, paid_hour, measure, seconds, sum(sign),
       coalesce(sum(sign) filter (where late), 0)
from measured
group by paid_date, region, payment_method, paid_hour, measure, seconds
having sum(sign) <> 0 or coalesce(sum(sign) filter (where late), 0) <> 0
