-- Purpose: the dates and regions in which this run changed a fact, by their state before and after it.
-- Grain:   one row per date, region and run.
-- Rules:   a payment that is the same before and after does not change its date, even if its order's row changed.
-- Parameters: run integer

insert into changed_dates (date, region, run_id)
with kept as materialized (
  select o.order_no, o.merchant_id, o.payment
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
),
changed as (
  select distinct business_date as date, region from order_rows where from_run = :run::integer
  union all
  select distinct business_date, region from order_rows where until_run = :run::integer
  union all
  select distinct p.paid_date, p.region
  from payment_rows p
  left join kept k on k.order_no = p.order_no and k.merchant_id = p.merchant_id and k.payment = p.payment
  where p.from_run = :run::integer and k.order_no is null
  union all
  select distinct p.paid_date, p.region
  from payment_rows p
  left join kept k on k.order_no = p.order_no and k.merchant_id = p.merchant_id and k.payment = p.payment
  where p.until_run = :run::integer and k.order_no is null
  union all
  select distinct business_date, region from orphan_results where from_run = :run::integer
  union all
  select distinct business_date, region from orphan_results where until_run = :run::integer
)
select distinct date, region, :run::integer from changed
