-- Purpose: adds what statements say to the evidence of orders. Only runs that know a statement read it.
-- Grain:   one row per order.
-- Rules:   this file is no statement of its own: it has the CTE stated of order_results.sql and finding_results.sql, over
--          evidence of order_evidence.sql. All payment rows of an order with one payment belong to it;
--          stated_payments.sql has compared those of orders with several, and returned.sql their refunds.
-- Parameters: stated_regions text[], stated_dates date[]; tolerance_currencies text[], tolerances bigint[]
-- Parts:   fence: as in order_evidence.sql

stated as (
  select e.*, coalesce(s.paid_rows, 0) as stated_rows, s.stated_since, s.stated_currency, s.stated_minor,
         s.fee_minor as stated_fee_minor, s.net_minor as stated_net_minor, s.expected_fee_minor, b.returned_currency,
         b.returned_minor, b.exceeding_currency, b.exceeding_minor, b.returnable_minor, s.settled_on, s.payout_id, coalesce(s.fee_differs, false) as fee_differs,
         coalesce(s.net_differs, false) as net_differs,
         case
           when e.payments = 1 then coalesce(s.paid_rows, 0) = 0 and d.date is not null
           else coalesce(m.is_unstated, false)
         end as is_unstated,
         case
           when e.payments = 1 then coalesce(
             s.currency_low <> e.paid_currency or s.currency_high <> e.paid_currency
               or s.compared_high - e.paid_minor > coalesce(t.tolerance, 0)
               or e.paid_minor - s.compared_low > coalesce(t.tolerance, 0),
             false
           )
           else coalesce(m.is_other, false)
         end as is_stated_otherwise,
         case when e.payments = 1 then coalesce(s.failed_rows, 0) > 0 else coalesce(m.is_failed, false) end as is_stated_failed,
         case when e.payments = 1 then coalesce(s.paid_rows, 0) > 1 else coalesce(m.is_duplicated, false) end as is_stated_twice
  from evidence e
  left join work_stated s on s.order_no = e.order_no and s.merchant_id = e.merchant_id
  left join work_stated_payments m on m.order_no = e.order_no and m.merchant_id = e.merchant_id
  left join work_returned b on b.order_no = e.order_no and b.merchant_id = e.merchant_id
  left join unnest(:stated_regions::text[], :stated_dates::date[]) as d (region, date)
    on d.region = e.region
   and d.date = (
     case when e.paid_at is null or e.paid_at_impossible then e.received_at else e.paid_at end
       at time zone e.zone
   )::date
  left join unnest(:tolerance_currencies::text[], :tolerances::bigint[]) as t (currency, tolerance)
    on t.currency = e.paid_currency
  :fence
)
