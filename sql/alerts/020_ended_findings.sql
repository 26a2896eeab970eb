-- Purpose: the findings that are there no more since a run began because the problem is solved, of the codes that somebody
--          subscribed to.
-- Grain:   one row per code, region, business date and currency of the orders.
-- Rules:   a stuck order is solved once it is paid; one that merely expired is not reported as solved.
-- Units:   as in 010_begun_findings.sql
-- Parameters: run integer; codes text[]

with ended as (
  select e.order_no, e.merchant_id, e.code, e.region, e.business_date
  from finding_results e
  where e.until_run >= :run::integer
    and e.from_run < :run::integer
    and e.code = any (:codes::text[])
    and not exists (
      select 1
      from finding_results f
      where f.order_no = e.order_no and f.merchant_id = e.merchant_id and f.code = e.code
        and f.until_run is null
    )
)
select b.code, b.region, b.business_date::text as date, o.currency,
       count(*) as orders,
       sum(o.requested_minor) as requested_minor,
       sum(o.difference_minor) as difference_minor,
       (array_agg(b.order_no order by b.order_no collate "C"))[1:3] as examples
from ended b
join order_results o on o.order_no = b.order_no and o.merchant_id = b.merchant_id and o.until_run is null
where b.code <> 'STUCK_PROCESSING' or o.outcome in ('MATCHED', 'MISMATCH')
group by b.code, b.region, b.business_date, o.currency
order by b.code collate "C", b.region collate "C", b.business_date, o.currency collate "C" nulls first
