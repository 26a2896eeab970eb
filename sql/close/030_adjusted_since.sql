-- Purpose: whether something of a date was adjusted since a version of it, when the date was closed. Who adds up what was published
--          would go on counting that until a later version contains it, also where what is known is again what the version shows.
-- Grain:   one row
-- Rules:   of payments those that were on the date, left it or reached it; of all else what has the date as its own
-- Parameters: date, region text; since integer (the run of the version)

with adjusted as materialized (
  select run_id, business_date, merchant_id, order_no, payment, field, previous, current
  from adjustments
  where region = :region::text and run_id > :since::integer
),
of_date as materialized (
  select field
  from adjusted
  where (business_date = :date::text::date and field <> 'payment' and field not like 'payment.%')
     or (field = 'payment.paid_date' and :date::text in (previous, current))
),
paid_on_date as materialized (
  select a.field
  from adjusted a
  join payment_results r
    on r.order_no = a.order_no and r.merchant_id = a.merchant_id and r.payment = a.payment and r.region = :region::text
  where a.field like 'payment.%'
    and r.paid_date = :date::text::date
    and r.from_run <= a.run_id
    and coalesce(r.until_run > a.run_id, true)
)
select (select count(*) from of_date) + (select count(*) from paid_on_date) > 0 as is_adjusted
