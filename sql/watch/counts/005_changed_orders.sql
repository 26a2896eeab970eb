-- Purpose: the orders that new sources brought records of, once as known without these sources and once as known with them.
-- Grain:   one row per order and state: its sign, and the last source that it knows.
-- Rules:   a part of the statements that count. Without a known source, orders with a record after from_at are new.
-- Parameters: known_source (0: none), last_source integer; from_at timestamptz; by_requests boolean (whether a request
--             alone makes an order new if no source is known)

select p.order_no, p.merchant_id, s.last_source, s.sign
from pay_ins p
cross join (values (:known_source::integer, -1), (:last_source::integer, 1)) as s (last_source, sign)
where p.source_id > :known_source::integer
  and p.source_id <= :last_source::integer
  and (:known_source::integer > 0 or (:by_requests::boolean and p.requested_at > :from_at::timestamptz))
  and s.last_source > 0
union
select c.order_no, c.merchant_id, s.last_source, s.sign
from callbacks c
cross join (values (:known_source::integer, -1), (:last_source::integer, 1)) as s (last_source, sign)
where c.source_id > :known_source::integer
  and c.source_id <= :last_source::integer
  and (:known_source::integer > 0 or c.received_at > :from_at::timestamptz)
  and s.last_source > 0
