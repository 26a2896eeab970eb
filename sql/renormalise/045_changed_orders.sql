-- Purpose: the orders with a record that now reads differently.
-- Grain:   one row per order.
-- Parameters: none

insert into work_changed_orders (order_no, merchant_id)
select order_no, merchant_id from stage_pay_ins
union
select order_no, merchant_id from stage_callbacks
union
select r.matched_order_no, r.matched_merchant_id
from stage_statements s
join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
where r.until_run is null and r.matched_order_no is not null and r.matched_merchant_id is not null
