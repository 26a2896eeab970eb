-- Purpose: the chosen orders whose records must be read together.
-- Grain:   one row per order.
-- Parameters: none

insert into work_grouped (order_no, merchant_id)
select order_no, merchant_id from work_marked where is_grouped
