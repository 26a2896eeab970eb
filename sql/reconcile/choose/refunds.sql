-- Purpose: the refunds and chargebacks of each order.
-- Grain:   one row per order and currency, or none; latest_at is the time of its latest row.
-- Rules:   rows of sources in the wrong unit return nothing until that is corrected: what they would clear is not known.
-- Parameters: scaled integer[]
-- Parts:   returned_minor (what a row r gives back)

insert into work_refunds (order_no, merchant_id, currency, minor, latest_at)
select o.owner_order_no, o.owner_merchant_id, r.currency, sum(:returned_minor), max(r.stated_at)
from work_owners o
join work_rows r on r.order_no = o.order_no and r.logged_at = o.logged_at and r.digest = o.digest
where r.type in ('refund', 'chargeback') and r.status = 'paid' and r.source_id <> all (:scaled::integer[])
group by o.owner_order_no, o.owner_merchant_id, r.currency
