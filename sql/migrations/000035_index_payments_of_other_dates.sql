-- Purpose: nearly all payments are made on the business date of their order, so that the index of orders by business date
--          finds them; an index by paid date has only the others. Orders with several payments are found without reading
--          all orders of their date.
-- Grain:   payments_by_date: one row per payment and stretch of runs, as in payment_rows. payment_rows reads order_rows
--          once, which is less where no date is given; payments_by_date reads it twice, each time by an index on a date.

drop index order_rows_paid;

create index order_rows_paid_on_other_date on order_rows (paid_date, region, merchant_id, order_no)
  where paid_date <> business_date;

create index order_rows_several_payments on order_rows (business_date, region) where payments > 1;

-- The condition stands outside of the union, as in payment_rows. The planner takes an equality of two columns for rare, and
-- would sort the few rows that it then expects; coalesce keeps it from that.
create view payments_by_date as
select p.order_no, p.merchant_id, p.payment, p.from_run, p.until_run, p.paid_date, p.business_date, p.region,
       p.sub_merchant_id, p.trade_no, p.payment_method, p.currency, p.paid_minor, p.paid_at, p.received_at, p.outcome,
       p.paid_hour, p.payment_delay_seconds, p.callback_delay_seconds, p.after_expiry, p.late
from (
  select order_no, merchant_id, coalesce(md5(payment_trade_no), '') collate "C" as payment, from_run, until_run,
         business_date as paid_date, business_date, region, sub_merchant_id, payment_trade_no as trade_no,
         payment_method, paid_currency as currency, paid_minor::bigint as paid_minor, paid_at, received_at, outcome,
         paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late, paid_date as kept_date,
         'business date' as paid_on
  from order_rows
  union all
  select order_no, merchant_id, coalesce(md5(payment_trade_no), '') collate "C", from_run, until_run, paid_date,
         business_date, region, sub_merchant_id, payment_trade_no, payment_method, paid_currency, paid_minor::bigint,
         paid_at, received_at, outcome, paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late,
         paid_date, 'other date'
  from order_rows
  union all
  select order_no, merchant_id, payment, from_run, until_run, paid_date, business_date, region, sub_merchant_id,
         trade_no, payment_method, currency, paid_minor, paid_at, received_at, outcome, paid_hour,
         payment_delay_seconds, callback_delay_seconds, after_expiry, late, paid_date, 'any date'
  from separate_payments
) p
where case p.paid_on
        when 'business date' then coalesce(p.kept_date = p.business_date, false)
        when 'other date' then p.kept_date <> p.business_date
        else true
      end;

drop view payment_results;

create view payment_results as
select order_no, merchant_id, payment, from_run, until_run, paid_date, business_date, region, sub_merchant_id,
       trade_no, payment_method, currency, paid_minor, paid_at, received_at, outcome, paid_hour, payment_delay_seconds,
       callback_delay_seconds, after_expiry, late
from payments_by_date
where from_run <= (select coalesce(max(run_id), 0) from runs);
