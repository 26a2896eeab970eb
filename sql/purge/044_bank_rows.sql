-- Purpose: deletes the rows of banks that are older than the limit, with the notes of their copies, and counts them at their
--          sources.
-- Grain:   one row per source.
-- Rules:   a payout can be booked days before or after it is settled: rows of a month before the limit stay, and those that
--          no run has judged. What a row of one row_id said before goes with the last of it.
-- Parameters: otherwise date (the limit of any other region)
-- Parts:   limits (005_limits.sql); counted (041_count_gone.sql)

with :limits,
dated as (
  select logged_at, digest, region, greatest(source_id, amended_by) as source_id,
         max(booked_on) over (partition by issuer, row_key) as date
  from bank_rows
),
old as (
  select b.logged_at, b.digest
  from dated b
  join sources q on q.source_id = b.source_id
  join judgings j on j.region = b.region and j.last_source_id >= b.source_id and j.as_of >= q.read_at
  left join limits l on l.region = b.region
  where b.date < coalesce(l.limit_date, :otherwise::date) - 31
),
gone as (
  delete from bank_rows as b
  using old o
  where b.logged_at = o.logged_at and b.digest = o.digest
  returning b.source_id, b.digest, b.logged_at
),
copies as (
  delete from record_copies as c
  using gone g
  where c.order_no = '' and c.kind = 'bank' and c.logged_at = g.logged_at and c.digest = g.digest
),
:counted
