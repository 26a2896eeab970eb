-- Purpose: how the new readings change the paid dates: payments and their money before and after.
-- Grain:   one row per paid date, region and currency whose payments or money change.
-- Rules:   before is what the date's newest version reports; for a date not reported yet, the result of the last run, and for
--          a closed or purged date too: what changed since its version is in adjustments.
-- Units:   *_minor in minor units of the row's currency; payments that cannot be read exactly are counted, not summed.
-- Parameters: run integer (the one that judged again)

with newest as (
  select distinct on (v.date, v.region) v.date, v.region,
         case when c.region is null and p.region is null then v.run_id else :run::integer - 1 end as run_id
  from versions v
  left join closings c on c.region = v.region and c.until_entry is null and c.through_date >= v.date
  left join purged_dates p on p.date = v.date and p.region = v.region
  order by v.date, v.region, v.version desc
),
paid_dates as materialized (
  select p.paid_date, p.region
  from payment_results p
  join newest n on n.date = p.paid_date and n.region = p.region
  where p.from_run > n.run_id or p.until_run > n.run_id
  union
  select p.paid_date, p.region
  from work_changed_orders t
  join payment_results p on p.order_no = t.order_no and p.merchant_id = t.merchant_id
  where p.until_run is null or p.until_run >= :run::integer
),
held as (
  select p.paid_date, p.region, p.currency, p.paid_minor,
         p.from_run <= b.run_id and (p.until_run is null or p.until_run > b.run_id) as before,
         p.from_run <= :run::integer and (p.until_run is null or p.until_run > :run::integer) as after
  from paid_dates d
  left join newest n on n.date = d.paid_date and n.region = d.region
  cross join lateral (select coalesce(n.run_id, :run::integer - 1) as run_id) b
  join payment_results p on p.paid_date = d.paid_date and p.region = d.region
),
summed as (
  select paid_date, region, currency,
         count(*) filter (where before) as before_payments,
         coalesce(sum(paid_minor) filter (where before), 0) as before_minor,
         count(*) filter (where after) as after_payments,
         coalesce(sum(paid_minor) filter (where after), 0) as after_minor
  from held
  group by paid_date, region, currency
)
select paid_date, region, currency, before_payments, before_minor, after_payments, after_minor
from summed
where before_payments <> after_payments or before_minor <> after_minor
order by paid_date, region collate "C", currency collate "C" nulls first
