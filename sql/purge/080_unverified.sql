-- Purpose: deletes unverified callbacks that belong to no order, of sources that were read before the limit, and counts
--          them there.
-- Grain:   one row per source.
-- Parameters: read_before timestamptz
-- Parts:   counted (041_count_gone.sql)

with gone as (
  delete from callbacks as c
  using sources s
  where s.source_id = c.source_id
    and s.read_at < :read_before::timestamptz
    and c.verified = false
    and not exists (select from pay_ins p where p.order_no = c.order_no and p.merchant_id = c.merchant_id)
    and not exists (
      select from callbacks o
      where o.order_no = c.order_no and o.merchant_id = c.merchant_id and o.verified is distinct from false
    )
  returning c.order_no, c.merchant_id, c.logged_at, c.digest, c.source_id
),
rules as (
  delete from violations as v
  using gone g
  where v.order_no = g.order_no
    and v.merchant_id = g.merchant_id
    and v.logged_at = g.logged_at
    and v.digest = g.digest
),
copies as (
  delete from record_copies as r
  using gone g
  where r.order_no = g.order_no and r.kind = 'callback' and r.logged_at = g.logged_at and r.digest = g.digest
),
moved as (
  delete from moved_records as m
  using gone g
  where m.order_no = g.order_no and m.kind = 'callback' and m.digest = g.digest
),
:counted
