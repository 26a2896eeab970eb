-- Purpose: deletes payouts, and bank rows without one, of which nothing is left.
-- Grain:   one row per payout, region and currency, or bank row, and stretch of runs.
-- Rules:   a payout stays as long as rows of the bank do that belong to it: a month more.
-- Parameters: otherwise date (the limit of any other region)
-- Parts:   limits (005_limits.sql)

with :limits,
old as materialized (
  select p.payout_id, p.region, p.currency, p.bank_digest, p.from_run
  from payout_rows p
  left join limits l on l.region = p.region
  where greatest(p.settled_on, p.booked_on)
      < coalesce(l.limit_date, :otherwise::date) - case when p.payout_id = '' then 0 else 31 end
    and not exists (select from bank_rows b where b.digest::text = p.bank_digest)
),
stated as materialized (
  select distinct s.payout_id, s.region, coalesce(s.currency, '') as currency
  from (select distinct payout_id from old) o
  join statements s on s.payout_id = o.payout_id
),
gone as materialized (
  select o.payout_id, o.region, o.currency, o.bank_digest, o.from_run
  from old o
  left join stated s on s.payout_id = o.payout_id and s.region = o.region and s.currency = o.currency
  where s.payout_id is null
)
delete from payout_rows as p
using gone g
where p.payout_id = g.payout_id
  and p.region = g.region
  and p.currency = g.currency
  and p.bank_digest = g.bank_digest
  and p.from_run = g.from_run
