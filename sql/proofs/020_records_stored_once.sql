-- Purpose: no record is stored twice, and none under two orders.
-- Grain:   one row per record that is.
-- Rules:   records are the same if their digests are the same; the digest includes the order's key.
-- Parameters: none

with records as (
  select 'pay-in record ' as kind, digest, order_no, merchant_id from pay_ins
  union all
  select 'callback ', digest, order_no, merchant_id from callbacks
  union all
  select 'row of a statement ', digest, order_no, merchant_id from statements
  union all
  select 'row of a bank ', digest, '', '' from bank_rows
),
repeated as (
  select kind, digest, count(*) as times, min(order_no) as first_order_no, max(order_no) as last_order_no
  from records
  group by kind, digest
  having count(*) > 1
)
select kind || digest as what, 'stored once' as expected,
       'stored ' || times || ' times, of order ' || first_order_no ||
         case when last_order_no <> first_order_no then ' and of order ' || last_order_no else '' end as actual
from repeated
order by kind collate "C", digest
limit 20
