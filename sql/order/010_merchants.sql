-- Purpose: the merchants that have records, withdrawn ones too, results or decisions under one order number.
-- Grain:   one row per merchant; an empty one for rows of statements that name none, if they belong to no order.
-- Parameters: order_no text

with named as materialized (
  select merchant_id from pay_ins where order_no = :order_no::text
  union
  select merchant_id from callbacks where order_no = :order_no::text
  union
  select merchant_id from statements where order_no = :order_no::text and merchant_id <> ''
  union
  select merchant_id from withdrawn_records where order_no = :order_no::text and merchant_id <> ''
  union
  select merchant_id from order_results where order_no = :order_no::text
  union
  select merchant_id from audit_entries where order_no = :order_no::text and merchant_id is not null
)
select merchant_id from named
union
select s.merchant_id
from statements s
left join statement_results r
  on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest and r.until_run is null
where s.order_no = :order_no::text
  and s.merchant_id = ''
  and (r.matched = 'none' or r.matched is null and not exists (select from named))
union
select w.merchant_id
from withdrawn_records w
where w.order_no = :order_no::text and w.merchant_id = '' and not exists (select from named)
order by merchant_id
