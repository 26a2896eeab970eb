-- Purpose: deletes the results of the purged orders, except the periods in which the version of a date that is kept
--          lists them: as stuck, as paid in a statement only, or as owing money to the payer.
-- Grain:   one row per period of an order.
-- Parameters: regions text[]; limits date[] (of the regions, in their order); otherwise date (of any other region)
-- Parts:   owes (whether an order of order_rows r owes more than was returned, as statements say)

with limits as (
  select region, limit_date from unnest(:regions::text[], :limits::date[]) as l (region, limit_date)
),
remaining as (
  select v.region, min(v.run_id) as run_id
  from versions v
  left join limits l on l.region = v.region
  where v.date >= coalesce(l.limit_date, :otherwise::date)
  group by v.region
),
gone as (
  select r.order_no, r.merchant_id, r.from_run
  from work_purged_keys k
  join order_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  left join remaining m on m.region = r.region
  where m.run_id is null
    or r.until_run <= m.run_id
    or not (
      r.outcome = 'STUCK'
      or 'PAID_IN_STATEMENT_ONLY' = any (string_to_array(r.findings, ' '))
      or :owes
    )
)
delete from order_rows as r
using gone g
where r.order_no = g.order_no and r.merchant_id = g.merchant_id and r.from_run = g.from_run
