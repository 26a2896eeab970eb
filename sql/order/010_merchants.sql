-- Purpose: the merchants that have records, withdrawn ones too, results or decisions under one order number.
-- Grain:   one row per merchant.
-- Parameters: order_no text

select merchant_id from pay_ins where order_no = :order_no::text
union
select merchant_id from callbacks where order_no = :order_no::text
union
select merchant_id from withdrawn_records where order_no = :order_no::text
union
select merchant_id from order_results where order_no = :order_no::text
union
select merchant_id from audit_entries where order_no = :order_no::text and merchant_id is not null
order by merchant_id
