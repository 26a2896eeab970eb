-- Purpose: deletes the rows of statements that are older than the limit and belong to no order that is kept, with the notes of
--          their copies, and counts them at their sources.
-- Grain:   one row per source.
-- Rules:   a row is as old as the newest date of its payout, whichever table the rows are from, so that payouts stay whole; it
--          belongs to the order to which the newest run attributed it. A row that no run has judged yet stays. What a row of
--          one row_id said before goes with the last of it.
-- Parameters: otherwise date (the limit of any other region)
-- Parts:   limits (005_limits.sql); dated (022_dated_statements.sql); counted (041_count_gone.sql)

with :limits,
dated as (
  :dated
),
old as materialized (
  select d.order_no, d.logged_at, d.digest, d.issuer, d.row_key, d.row_id
  from dated d
  join sources q on q.source_id = d.source_id
  join judgings j on j.region = d.region and j.last_source_id >= d.source_id and j.as_of >= q.read_at
  left join limits l on l.region = d.region
  where d.date < coalesce(l.limit_date, :otherwise::date) - 1
),
placed as materialized (
  select r.order_no, r.logged_at, r.digest, r.matched_order_no, r.matched_merchant_id
  from old o
  join statement_rows r on r.order_no = o.order_no and r.logged_at = o.logged_at and r.digest = o.digest
  where r.until_run is null and r.matched_order_no is not null
),
kept as materialized (
  select distinct p.order_no, p.logged_at, p.digest
  from placed p
  join order_rows o on o.order_no = p.matched_order_no and o.merchant_id = p.matched_merchant_id
  left join work_purged_keys k on k.order_no = o.order_no and k.merchant_id = o.merchant_id
  where o.until_run is null and k.order_no is null
),
kept_rows as materialized (
  select distinct o.issuer, o.row_key
  from old o
  join kept k on k.order_no = o.order_no and k.logged_at = o.logged_at and k.digest = o.digest
  where o.row_id is not null
),
leaving as materialized (
  select o.order_no, o.logged_at, o.digest
  from old o
  left join kept k on k.order_no = o.order_no and k.logged_at = o.logged_at and k.digest = o.digest
  left join kept_rows r on r.issuer = o.issuer and r.row_key = o.row_key and o.row_id is not null
  where k.order_no is null and r.row_key is null
),
gone as (
  delete from statements as s
  using leaving l
  where s.order_no = l.order_no and s.logged_at = l.logged_at and s.digest = l.digest
  returning s.source_id, s.digest, s.order_no, s.logged_at
),
copies as (
  delete from record_copies as c
  using gone g
  where c.order_no = g.order_no and c.kind = 'statement' and c.logged_at = g.logged_at and c.digest = g.digest
),
:counted
