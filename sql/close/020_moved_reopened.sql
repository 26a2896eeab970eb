-- Purpose: a payment that adjustments moved between a date that is open again and one that is still closed has only a half of
--          that move left: the date that is open again is published anew with or without it. The next run has to adjust the
--          closed date, so that is to be taken as changed since it was last reported.
-- Grain:   one row per closed date, with the run that first changed such a payment on it
-- Rules:   a move between closed dates has a paid date before and after it
-- Parameters: region text; after date (the last date that is still closed); through date (the last that was closed)

with moved as materialized (
  select a.merchant_id, a.order_no, a.payment, left(a.previous, 10)::date as from_date, left(a.current, 10)::date as to_date
  from adjustments a
  join adjustments p
    on p.run_id = a.run_id and p.region = a.region and p.business_date = a.business_date
   and p.merchant_id = a.merchant_id and p.order_no = a.order_no and p.payment = a.payment
   and p.field = 'payment.paid_date' and p.previous <> '' and p.current <> ''
  where a.region = :region::text and a.field = 'payment' and a.previous <> '' and a.current <> ''
),
halves as materialized (
  select merchant_id, order_no, payment, from_date as date
  from moved
  where from_date <= :after::date and to_date > :after::date and to_date <= :through::date
  union
  select merchant_id, order_no, payment, to_date
  from moved
  where to_date <= :after::date and from_date > :after::date and from_date <= :through::date
),
-- The run that last changed the payment on the date.
changed as (
  select h.date, h.merchant_id, h.order_no, h.payment, max(greatest(r.from_run, r.until_run)) as run_id
  from halves h
  join payment_results r
    on r.merchant_id = h.merchant_id and r.order_no = h.order_no and r.payment = h.payment
   and r.paid_date = h.date and r.region = :region::text
  group by h.date, h.merchant_id, h.order_no, h.payment
)
select date::text, min(run_id)::integer as run_id
from changed
group by date
