-- Purpose: of each order, payment, finding and orphan callback at most one row is valid at any run, so that a version
--          of any run shows it once.
-- Grain:   one row per period that ends before it begins, or is not over when the next begins.
-- Rules:   a row is valid from a run until another. There may be a gap between two rows: an order that went away (its
--          callback was attributed to another one) can come back.
-- Parameters: none

with stretches as (
  select order_no, 'order ' || order_no || ' of merchant ' || merchant_id as what, from_run, until_run,
         lead(from_run) over (partition by order_no, merchant_id order by from_run) as next_run
  from order_results
  union all
  select order_no,
         'payment ' || coalesce(trade_no, 'without tradeNo') || ' of order ' || order_no || ' of merchant ' || merchant_id,
         from_run, until_run,
         lead(from_run) over (partition by order_no, merchant_id, payment order by from_run)
  from payment_results
  union all
  select order_no, code || ' of order ' || order_no || ' of merchant ' || merchant_id, from_run, until_run,
         lead(from_run) over (partition by order_no, merchant_id, code order by from_run)
  from finding_results
  union all
  select order_no, 'orphan callback ' || digest || ' of order ' || order_no || ' of merchant ' || merchant_id, from_run,
         until_run, lead(from_run) over (partition by order_no, merchant_id, digest order by from_run)
  from orphan_results
)
select 'end of ' || what || ', from run ' || from_run as what,
       case when next_run is null then 'after that run' else 'after that run, at most run ' || next_run end
         as expected,
       coalesce('run ' || until_run, 'none') as actual
from stretches
where until_run <= from_run or (next_run is not null and (until_run is null or until_run > next_run))
order by what collate "C"
limit 20
