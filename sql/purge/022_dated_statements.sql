-- Purpose: how old the rows of statements are.
-- Grain:   one row per row of a statement.
-- Rules:   a row is as old as the newest date of its payout, whichever table the rows are from, and of its row_id, so that
--          neither loses some of its rows. source_id is the newest source that said something of it.
-- Parameters: none

select s.order_no, s.trade_no, s.logged_at, s.digest, s.region, s.issuer, s.row_key, s.row_id,
       greatest(s.source_id, s.amended_by) as source_id,
       greatest(
         max(s.own_date) over (
           partition by s.payout_id, s.region, coalesce(s.currency, ''), case when s.payout_id is null then s.digest end
         ),
         max(s.own_date) over (partition by s.issuer, s.row_key)
       ) as date
from (
  select *, greatest((coalesce(completed_at, logged_at) at time zone 'UTC')::date, settled_on) as own_date
  from statements
) s
