-- Purpose: what this run says that statements say of each order.
-- Grain:   one row per order with a row that counts.
-- Rules:   a lane has all orders of work_keys that are in its range, and work_stated also of orders that are not.
-- Parameters: run integer; from_order, to_order text (the range of order numbers; null: without bound)
-- Parts:   target: stated_orders, or work_stated_orders for the orders in work_keys. chosen: whether these are read.

insert into :target (
  order_no, merchant_id, from_run, business_date, region, stated_currency, stated_minor, fee_minor, net_minor,
  settled_on, payout_id, returned_currency, returned_minor
)
select s.order_no, s.merchant_id, :run::integer, o.business_date, o.region, s.stated_currency, s.stated_minor,
       s.fee_minor, s.net_minor, s.settled_on, s.payout_id, s.returned_currency, s.returned_minor
from work_stated s
join order_rows o on o.order_no = s.order_no and o.merchant_id = s.merchant_id and o.until_run is null
left join work_keys k on k.order_no = s.order_no and k.merchant_id = s.merchant_id
where (k.order_no is not null) = :chosen
  and (:chosen or o.from_run = :run::integer)
  and (:from_order::text is null or s.order_no >= :from_order::text)
  and (:to_order::text is null or s.order_no < :to_order::text)
order by o.business_date, o.region, s.merchant_id, s.order_no
