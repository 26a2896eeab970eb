-- Purpose: how this run changed what was paid on each date.
-- Grain:   one row per paid date, region, merchant, method and currency; no row where nothing changed.
-- Parameters: run integer

insert into payment_changes (
  run_id, date, region, merchant_id, payment_method, currency, payments, paid_minor, refunded_minor, unreadable
)
with counted as (
  select 1 as sign, paid_date, region, merchant_id, payment_method, currency, count(*) as payments,
         coalesce(sum(paid_minor), 0) as paid,
         coalesce(sum(paid_minor) filter (where outcome = 'REVERSED'), 0) as refunded,
         count(*) - count(paid_minor) as unreadable
  from payment_rows
  where from_run = :run::integer
  group by paid_date, region, merchant_id, payment_method, currency
  union all
  select -1, paid_date, region, merchant_id, payment_method, currency, count(*), coalesce(sum(paid_minor), 0),
         coalesce(sum(paid_minor) filter (where outcome = 'REVERSED'), 0), count(*) - count(paid_minor)
  from payment_rows
  where until_run = :run::integer
  group by paid_date, region, merchant_id, payment_method, currency
)
select :run::integer, paid_date, region, merchant_id, payment_method, currency, sum(sign * payments), sum(sign * paid),
       sum(sign * refunded), sum(sign * unreadable)
from counted
group by paid_date, region, merchant_id, payment_method, currency
having sum(sign * payments) <> 0 or sum(sign * paid) <> 0 or sum(sign * refunded) <> 0 or sum(sign * unreadable) <> 0
