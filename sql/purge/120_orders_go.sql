-- Purpose: deletes the results of the purged orders, except the periods in which the version of a date that is kept
--          lists them: as stuck, as paid in a statement only, or as owing money to the payer.
-- Grain:   one row per period of an order.
-- Parameters: none
-- Parts:   limits (005_limits.sql); remaining (006_remaining.sql); owes (whether an order of order_rows r owes more than
--          was returned, as statements say)

with :limits,
:remaining,
gone as (
  select r.order_no, r.merchant_id, r.from_run
  from work_purged_keys k
  join order_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  left join remaining m on m.region = r.region
  where m.run_id is null
    or r.until_run <= m.run_id
    or not (
      r.outcome = 'STUCK'
      or 'PAID_IN_STATEMENT_ONLY' = any (string_to_array(r.findings, ' '))
      or :owes
    )
)
delete from order_rows as r
using gone g
where r.order_no = g.order_no and r.merchant_id = g.merchant_id and r.from_run = g.from_run
