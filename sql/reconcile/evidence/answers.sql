-- Purpose: joins responses that were logged on lines of their own to the requests they answer.
-- Grain:   one row per request that has such a response.
-- Parameters: none
-- Parts:   paired_answers: paired_answers.sql

insert into work_answers (
  order_no, merchant_id, request_digest, response_digest, answered_at, response_code, response_status,
  response_order_no, response_merchant_id, response_currency, response_amount_minor, response_amount_text,
  response_method, trade_no, account_no, time_unreadable, time_ambiguous, offset_disagrees,
  response_sub_merchant_id
)
with :paired_answers
select a.order_no, a.merchant_id, a.request_digest, a.response_digest, r.answered_at, r.response_code,
       r.response_status, r.response_order_no, r.response_merchant_id, r.response_currency,
       r.response_amount_minor, r.response_amount_text, r.response_method, r.trade_no, r.account_no,
       r.time_unreadable, r.time_ambiguous, r.offset_disagrees, r.response_sub_merchant_id
from answers a
join pay_ins r
  on r.order_no = a.order_no and r.merchant_id = a.merchant_id and r.digest = a.response_digest
