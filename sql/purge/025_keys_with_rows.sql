-- Purpose: keeps orders with a row of a statement that stays: it is usually settled some days after the payment.
-- Grain:   one row per order that is kept.
-- Rules:   a row stays if its payout has one from the day before the limit on, or if no run has judged it yet. Orders of the
--          latter are those that it names by orderNo or tradeNo.
-- Parameters: otherwise date (the limit of any other region)
-- Parts:   limits (005_limits.sql); dated (022_dated_statements.sql)

with :limits,
dated as (
  :dated
),
staying as materialized (
  select d.order_no, d.trade_no, d.logged_at, d.digest,
         (d.source_id <= j.last_source_id and q.read_at <= j.as_of) is not true as is_news
  from dated d
  join sources q on q.source_id = d.source_id
  left join limits l on l.region = d.region
  left join judgings j on j.region = d.region
  where d.date >= coalesce(l.limit_date, :otherwise::date) - 1
    or (d.source_id <= j.last_source_id and q.read_at <= j.as_of) is not true
),
looked as (
  select r.matched_order_no as order_no, r.matched_merchant_id as merchant_id
  from staying s
  join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
  where r.until_run is null and r.matched_order_no is not null
  union
  select k.order_no, k.merchant_id
  from staying s
  join work_purged_keys k on k.order_no = s.order_no
  where s.is_news
  union
  select p.order_no, p.merchant_id
  from staying s
  join pay_ins p on p.trade_no = s.trade_no
  where s.is_news
)
delete from work_purged_keys as k
using looked l
where l.order_no = k.order_no and l.merchant_id = k.merchant_id
