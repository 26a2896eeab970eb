-- Purpose: what this run says the orphan callbacks should be.
-- Grain:   one row per callback of an ORPHAN order.
-- Parameters: run integer

insert into work_orphan_results (
  order_no, merchant_id, digest, from_run, business_date, region, sub_merchant_id, trade_no, payment_method,
  status, currency, paid_minor, completed_at, received_at, source_id, line
)
select c.order_no, c.merchant_id, c.digest, :run::integer, e.business_date, e.region, c.sub_merchant_id,
       c.trade_no, c.payment_method, c.status, c.currency, c.amount_minor, c.completed_at, c.received_at,
       c.source_id, c.line
from work_callbacks c
join work_evidence e on e.order_no = c.order_no and e.merchant_id = c.merchant_id
where not e.has_pay_in
