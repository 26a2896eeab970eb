-- Purpose: what the rows of statements say of each order.
-- Grain:   one row per order with a row that counts.
-- Rules:   paid rows are those of payments with the status paid, failed ones those with failed or reversed. The sums are of
--          paid rows in the currency of the latest that has one. Amounts of a source that are 100 times too large or too small
--          are compared with no payment. refunds.sql has what was given back.
-- Parameters: scaled integer[] (those sources)
-- Parts:   owned: rows r with their orders, owner_order_no and owner_merchant_id, null without one; and with the expected fee

insert into work_stated (
  order_no, merchant_id, paid_rows, stated_since, compared_low, compared_high, currency_low, currency_high, failed_rows,
  stated_currency, stated_minor, fee_minor, net_minor, expected_fee_minor, settled_on, payout_id, fee_differs,
  net_differs
)
with placed as (
  select r.owner_order_no, r.owner_merchant_id, r.type, r.status, r.currency, r.gross_minor, r.fee_minor, r.net_minor,
         r.stated_at, r.settled_on, r.payout_id, r.digest,
         r.expected_fee_minor, r.fee_differs,
         r.type = 'payment' and r.status = 'paid' as is_paid,
         r.source_id = any (:scaled::integer[]) as is_scaled
  from :owned
  where r.owner_order_no is not null
),
ranked as (
  select p.*,
         first_value(currency) over (
           partition by owner_order_no, owner_merchant_id, is_paid
           order by currency is null, stated_at desc, digest desc
         ) as latest_currency,
         row_number() over latest = 1 as is_latest
  from placed p
  window latest as (
    partition by owner_order_no, owner_merchant_id, is_paid
    order by stated_at desc, digest desc
  )
)
select owner_order_no, owner_merchant_id,
       count(*) filter (where is_paid),
       min(stated_at) filter (where is_paid),
       min(gross_minor) filter (where is_paid and not is_scaled),
       max(gross_minor) filter (where is_paid and not is_scaled),
       min(currency) filter (where is_paid),
       max(currency) filter (where is_paid),
       count(*) filter (where type = 'payment' and status in ('failed', 'reversed')),
       min(latest_currency) filter (where is_paid),
       sum(gross_minor) filter (where is_paid and currency is not distinct from latest_currency),
       sum(fee_minor) filter (where is_paid and currency is not distinct from latest_currency),
       sum(net_minor) filter (where is_paid and currency is not distinct from latest_currency),
       sum(expected_fee_minor) filter (where is_paid and currency is not distinct from latest_currency),
       min(settled_on) filter (where is_paid and is_latest),
       min(payout_id) filter (where is_paid and is_latest),
       bool_or(fee_differs),
       bool_or(is_paid and net_minor <> gross_minor - fee_minor) is true
from ranked
group by owner_order_no, owner_merchant_id
