-- Purpose: adds the staged pay-in records that are not stored yet.
-- Grain:   one row per distinct record; of equal ones in a source the first line's.
-- Parameters: source integer (the source being kept)
-- Parts: condition (whether a record s is not stored), conflict (what becomes of one that is, where that is not known)

insert into pay_ins (
  order_no, merchant_id, logged_at, digest, region, sub_merchant_id, payment_method, currency, amount_minor,
  amount_text, sent_at_text, timestamp_text, requested_at, created_at, expiry_period_text, expires_at,
  has_request, answered_at, has_response, response_timestamp_text, response_time_text, response_code,
  response_status, response_order_no, response_merchant_id, response_currency, response_amount_minor,
  response_amount_text, response_method, trade_no, account_no, time_unreadable, time_ambiguous,
  offset_disagrees, response_sub_merchant_id, source_id, line
)
select distinct on (order_no, logged_at, digest)
       order_no, merchant_id, logged_at, digest, region, sub_merchant_id, payment_method, currency, amount_minor,
       amount_text, sent_at_text, timestamp_text, requested_at, created_at, expiry_period_text, expires_at,
       has_request, answered_at, has_response, response_timestamp_text, response_time_text, response_code,
       response_status, response_order_no, response_merchant_id, response_currency, response_amount_minor,
       response_amount_text, response_method, trade_no, account_no, time_unreadable, time_ambiguous,
       offset_disagrees, response_sub_merchant_id, :source::integer, line
from stage_pay_ins s
where :condition
order by order_no, logged_at, digest, line
:conflict
