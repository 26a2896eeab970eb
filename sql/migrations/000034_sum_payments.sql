-- Purpose: what the payments of a date come to, kept as what each run changed, so that it is not summed from them again.
-- Grain:   payment_changes: one row per run, paid date, region, merchant, method and currency that the run changed.
--          Append-only.
-- Units:   *_minor in minor units; payments and unreadable count payments; all are differences, negative where a run took
--          something back.

create table payment_changes (
  run_id         integer not null,
  date           date not null,
  region         text collate "C" not null,
  merchant_id    text collate "C" not null,
  payment_method text collate "C",
  currency       text collate "C",
  payments       bigint not null,
  paid_minor     numeric(38, 0) not null,
  -- The part of paid_minor that belongs to reversed orders.
  refunded_minor numeric(38, 0) not null,
  -- How many of the payments have no amount that can be read exactly, and so none in paid_minor.
  unreadable     bigint not null
);

create index payment_changes_by_date on payment_changes (region, date);

-- Of the runs before, as sql/changes/040_payments.sql does it.
insert into payment_changes (
  run_id, date, region, merchant_id, payment_method, currency, payments, paid_minor, refunded_minor, unreadable
)
with counted as (
  select from_run as run_id, 1 as sign, paid_date, region, merchant_id, payment_method, currency, count(*) as payments,
         coalesce(sum(paid_minor), 0) as paid,
         coalesce(sum(paid_minor) filter (where outcome = 'REVERSED'), 0) as refunded,
         count(*) - count(paid_minor) as unreadable
  from payment_results
  group by from_run, paid_date, region, merchant_id, payment_method, currency
  union all
  select until_run, -1, paid_date, region, merchant_id, payment_method, currency, count(*), coalesce(sum(paid_minor), 0),
         coalesce(sum(paid_minor) filter (where outcome = 'REVERSED'), 0), count(*) - count(paid_minor)
  from payment_results
  where until_run is not null
  group by until_run, paid_date, region, merchant_id, payment_method, currency
)
select run_id, paid_date, region, merchant_id, payment_method, currency, sum(sign * payments), sum(sign * paid),
       sum(sign * refunded), sum(sign * unreadable)
from counted
group by run_id, paid_date, region, merchant_id, payment_method, currency
having sum(sign * payments) <> 0 or sum(sign * paid) <> 0 or sum(sign * refunded) <> 0 or sum(sign * unreadable) <> 0;
