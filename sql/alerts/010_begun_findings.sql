-- Purpose: the findings that are new since a run began, of the codes that somebody subscribed to.
-- Grain:   one row per code, region, business date and currency of the orders.
-- Rules:   a finding that existed before and only changed its values is not new. Current findings are compared with those
--          before the run. After a run at an earlier as-of, the current ones are those that were set back.
-- Units:   amounts in minor units of the currency, null where none of the orders has one; examples are the first three
--          order numbers.
-- Parameters: run integer; codes text[]

with begun as (
  select f.order_no, f.merchant_id, f.code, f.region, f.business_date
  from finding_results f
  where f.from_run >= :run::integer
    and f.until_run is null
    and f.code = any (:codes::text[])
    and not exists (
      select 1
      from finding_results e
      where e.order_no = f.order_no and e.merchant_id = f.merchant_id and e.code = f.code
        and e.from_run < :run::integer and e.until_run >= :run::integer
    )
)
select b.code, b.region, b.business_date::text as date, o.currency,
       count(*) as orders,
       sum(o.requested_minor) as requested_minor,
       sum(o.difference_minor) as difference_minor,
       (array_agg(b.order_no order by b.order_no collate "C"))[1:3] as examples
from begun b
join order_results o on o.order_no = b.order_no and o.merchant_id = b.merchant_id and o.until_run is null
group by b.code, b.region, b.business_date, o.currency
order by b.code collate "C", b.region collate "C", b.business_date, o.currency collate "C" nulls first
