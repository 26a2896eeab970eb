-- Purpose: the callbacks with what their order's pay-in record says, to compare readings of their times and amounts.
-- Grain:   one row per callback that was not found to be forged; of several pay-in records of its order, the earliest.
-- Units:   times and amounts as the texts that were logged; requested_at as an instant.
-- Parameters: regions text[]

select c.region, c.order_no, c.merchant_id, c.currency, c.amount_text, c.transaction_time_text, c.timestamp_text,
       c.received_at_text, s.name as source, c.line,
       p.requested_at, p.currency as requested_currency, p.amount_text as requested_text,
       p.response_currency, p.response_amount_text
from callbacks c
join sources s on s.source_id = c.source_id
left join lateral (
  select *
  from pay_ins a
  where a.order_no = c.order_no and a.merchant_id = c.merchant_id and a.has_request
  order by a.requested_at, a.digest
  limit 1
) p on true
where c.region = any (:regions::text[]) and c.verified is distinct from false
order by c.order_no, c.logged_at, c.digest
