-- Purpose: the texts of requests and of their responses on lines of their own, where a response may read differently
--          as part of its request: its amount by the request's region and currency, its time by the request's time.
--          A response with the region, a currency and an offset of its own reads the same, and is left out.
-- Grain:   one row per request with such a response.
-- Parameters: none

select a.order_no, a.merchant_id, a.request_digest, p.sub_merchant_id, p.payment_method, p.currency,
       p.amount_text, p.expiry_period_text, p.sent_at_text, p.timestamp_text, r.response_timestamp_text,
       r.response_time_text, r.response_code, r.response_status, r.response_order_no, r.response_merchant_id,
       r.response_currency, r.response_amount_text, r.response_method, r.trade_no, r.account_no,
       r.response_sub_merchant_id
from work_answers a
join pay_ins p
  on p.order_no = a.order_no and p.merchant_id = a.merchant_id and p.digest = a.request_digest
join pay_ins r
  on r.order_no = a.order_no and r.merchant_id = a.merchant_id and r.digest = a.response_digest
where p.region <> r.region
   or r.response_currency is null
   or r.response_time_text !~ '(Z|[+-][0-9]{2}:?[0-9]{2})$'
