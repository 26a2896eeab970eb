-- Purpose: the finding codes in an order's row are those in its rows of findings.
-- Grain:   one row per order where they differ.
-- Parameters: none

with named as (
  select order_no, merchant_id, findings
  from order_results
  where until_run is null
),
listed as (
  select order_no, merchant_id, string_agg(code, ' ' order by code collate "C") as findings
  from finding_results
  where until_run is null
  group by order_no, merchant_id
)
select 'findings of order ' || coalesce(n.order_no, l.order_no) || ' of merchant '
         || coalesce(n.merchant_id, l.merchant_id) as what,
       coalesce(l.findings, 'none') as expected,
       case when n.order_no is null then 'no such order' else coalesce(nullif(n.findings, ''), 'none') end as actual
from named n
full join listed l on l.order_no = n.order_no and l.merchant_id = n.merchant_id
where coalesce(n.findings, '') <> coalesce(l.findings, '')
order by coalesce(n.order_no, l.order_no) collate "C", coalesce(n.merchant_id, l.merchant_id) collate "C"
limit 20
