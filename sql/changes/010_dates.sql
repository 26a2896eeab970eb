-- Purpose: the dates and regions in which this run changed a fact, by their state before and after it.
-- Grain:   one row per date, region and run.
-- Rules:   a payment that is the same before and after does not change its date, even if its order's row changed.
--          Of a payment that is the same, one row ended and one began, so that a date is changed by the payments that are
--          more than these: no row of a night has to be looked up among them.
-- Parameters: run integer

insert into changed_dates (date, region, run_id)
with kept as materialized (
  select n.paid_date, n.region, count(*) as payments
  from payment_rows o
  join payment_rows n on n.order_no = o.order_no and n.merchant_id = o.merchant_id and n.payment = o.payment
  where o.until_run = :run::integer
    and n.from_run = :run::integer
    and (
      o.paid_date, o.business_date, o.region, o.sub_merchant_id, o.trade_no, o.payment_method, o.currency, o.paid_minor,
      o.paid_at, o.received_at, o.outcome, o.paid_hour, o.payment_delay_seconds, o.callback_delay_seconds,
      o.after_expiry, o.late
    ) is not distinct from (
      n.paid_date, n.business_date, n.region, n.sub_merchant_id, n.trade_no, n.payment_method, n.currency, n.paid_minor,
      n.paid_at, n.received_at, n.outcome, n.paid_hour, n.payment_delay_seconds, n.callback_delay_seconds,
      n.after_expiry, n.late
    )
  group by n.paid_date, n.region
),
counted as materialized (
  select 'begun' as side, business_date, paid_date, region, count(*) as orders
  from order_rows
  where from_run = :run::integer
  group by business_date, paid_date, region
  union all
  select 'ended', business_date, paid_date, region, count(*)
  from order_rows
  where until_run = :run::integer
  group by business_date, paid_date, region
),
payments as (
  select side, paid_date, region, orders from counted where paid_date is not null
  union all
  select 'begun', paid_date, region, count(*)
  from separate_payments
  where from_run = :run::integer
  group by paid_date, region
  union all
  select 'ended', paid_date, region, count(*)
  from separate_payments
  where until_run = :run::integer
  group by paid_date, region
),
paid as (
  select side, paid_date, region, sum(orders) as payments
  from payments
  group by side, paid_date, region
),
changed as (
  select business_date as date, region from counted
  union all
  select p.paid_date, p.region
  from paid p
  left join kept k on k.paid_date = p.paid_date and k.region = p.region
  where p.payments > coalesce(k.payments, 0)
  union all
  select business_date, region from orphan_results where from_run = :run::integer
  union all
  select business_date, region from orphan_results where until_run = :run::integer
)
select distinct date, region, :run::integer from changed
