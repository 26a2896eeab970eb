-- Purpose: the orders at hand of which several records must be read together.
-- Grain:   one row per order that 006 left.
-- Parameters: none

insert into work_grouped (order_no, merchant_id)
select k.order_no, k.merchant_id
from work_keys k
where not exists (
  select from work_evidence e where e.order_no = k.order_no and e.merchant_id = k.merchant_id
)
