-- Purpose: deletes the results of rows of statements that were purged, except those of a payment that no callback reported
--          while the version of a date that is kept lists its order.
-- Grain:   one row per row of a statement, and stretch of runs.
-- Rules:   missed-payments.csv shows when the first of these rows was completed. What is left of their orders was chosen before,
--          by 120_orders_go.sql.
-- Parameters: otherwise date (the limit of any other region)
-- Parts:   limits (005_limits.sql); remaining (006_remaining.sql)

with :limits,
:remaining,
purged as materialized (
  select r.order_no, r.logged_at, r.digest, r.from_run, r.matched_order_no, r.matched_merchant_id,
         r.matched = 'order'
           and r.type = 'payment'
           and r.status = 'paid'
           and coalesce(r.until_run > m.run_id, false) as may_be_listed
  from statement_rows r
  left join limits l on l.region = r.region
  left join remaining m on m.region = r.region
  where r.row_date < coalesce(l.limit_date, :otherwise::date)
    and not exists (
      select from statements s where s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
    )
),
listed as materialized (
  select distinct p.order_no, p.logged_at, p.digest, p.from_run
  from purged p
  join order_rows o on o.order_no = p.matched_order_no and o.merchant_id = p.matched_merchant_id
  where p.may_be_listed and 'PAID_IN_STATEMENT_ONLY' = any (string_to_array(o.findings, ' '))
),
gone as materialized (
  select p.order_no, p.logged_at, p.digest, p.from_run
  from purged p
  left join listed s
    on s.order_no = p.order_no and s.logged_at = p.logged_at and s.digest = p.digest and s.from_run = p.from_run
  where s.order_no is null
)
delete from statement_rows as r
using gone g
where r.order_no = g.order_no and r.logged_at = g.logged_at and r.digest = g.digest and r.from_run = g.from_run
