-- Purpose: how old the rows of statements are.
-- Grain:   one row per row of a statement.
-- Rules:   a row is as old as the newest date of its payout, whichever table the rows are from, and all that was said of one
--          row_id is as old as the newest of it, so that neither loses some of its rows, and no statement of a row comes back by
--          the purge of its correction. source_id is the newest source that said something of it.
-- Parameters: none

select p.order_no, p.trade_no, p.logged_at, p.digest, p.region, p.issuer, p.row_key, p.row_id,
       p.newest_source_id as source_id, max(p.newest_date) over (partition by p.issuer, p.row_key) as date
from (
  select s.*, greatest(s.source_id, s.amended_by) as newest_source_id,
         max(s.own_date) over (
           partition by s.payout_id, s.region, coalesce(s.currency, ''), case when s.payout_id is null then s.digest end
         ) as newest_date
  from (
    select *, greatest((coalesce(completed_at, logged_at) at time zone 'UTC')::date, settled_on) as own_date
    from statements
  ) s
) p
