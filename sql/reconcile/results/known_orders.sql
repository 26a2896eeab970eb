-- Purpose: the chosen orders that an earlier run may have results of: only these are compared with what is stored.
-- Grain:   one row per order.
-- Parameters: none

insert into work_known (order_no, merchant_id)
select order_no, merchant_id from work_marked where is_known
