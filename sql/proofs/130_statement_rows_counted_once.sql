-- Purpose: every row of a statement that holds is there as evidence, holds once, and is of one order at most that has a result.
-- Grain:   one row per count that does not tie.
-- Parameters: none

with held as (
  select order_no, logged_at, digest, matched, matched_order_no, matched_merchant_id
  from statement_results
  where until_run is null
),
counts as (
  select 'rows of statements, each once' as what,
         (select count(*) from (select distinct order_no, logged_at, digest from held) h) as expected,
         (select count(*) from held) as actual
  union all
  select 'rows of statements with their evidence', (select count(*) from held),
         (select count(*)
          from held h
          join statements s on s.order_no = h.order_no and s.logged_at = h.logged_at and s.digest = h.digest)
  union all
  select 'rows of statements with the result of their order', (select count(*) from held where matched <> 'none'),
         (select count(*)
          from held h
          join order_results o on o.order_no = h.matched_order_no and o.merchant_id = h.matched_merchant_id
          where o.until_run is null and h.matched <> 'none')
)
select what, expected::text as expected, actual::text as actual
from counts
where expected <> actual
order by what collate "C"
