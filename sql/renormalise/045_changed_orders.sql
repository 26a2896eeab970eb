-- Purpose: the orders with a record that now reads differently.
-- Grain:   one row per order.
-- Parameters: none

insert into work_changed_orders (order_no, merchant_id)
select order_no, merchant_id from stage_pay_ins
union
select order_no, merchant_id from stage_callbacks
