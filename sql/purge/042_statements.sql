-- Purpose: deletes the rows of statements that are older than the limit and belong to no order that is kept, and counts them at
--          their sources.
-- Grain:   one row per source.
-- Rules:   a row is as old as the newest date of its payout, so that payouts stay whole; it belongs to the order to which the
--          newest run attributed it. A row that no run has judged yet stays.
-- Parameters: regions text[]; limits date[] (of the regions, in their order); otherwise date (of any other region)

with limits as (
  select region, limit_date from unnest(:regions::text[], :limits::date[]) as l (region, limit_date)
),
dated as (
  select s.order_no, s.merchant_id, s.logged_at, s.digest, s.region, greatest(s.source_id, s.amended_by) as source_id,
         max(greatest((coalesce(s.completed_at, s.logged_at) at time zone 'UTC')::date, s.settled_on))
           over (partition by s.issuer, coalesce(s.payout_id, s.row_key)) as date
  from statements s
),
old as materialized (
  select d.order_no, d.merchant_id, d.logged_at, d.digest
  from dated d
  left join limits l on l.region = d.region
  left join judgings j on j.region = d.region
  where d.date < coalesce(l.limit_date, :otherwise::date) - 1 and d.source_id <= coalesce(j.last_source_id, 0)
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
leaving as materialized (
  select o.order_no, o.logged_at, o.digest
  from old o
  left join kept k on k.order_no = o.order_no and k.logged_at = o.logged_at and k.digest = o.digest
  where k.order_no is null
),
gone as (
  delete from statements as s
  using leaving l
  where s.order_no = l.order_no and s.logged_at = l.logged_at and s.digest = l.digest
  returning s.source_id, s.digest
),
remembered as (
  insert into purged_records (digest)
  select digest from gone
  on conflict (digest) do nothing
),
counted as (
  select source_id, count(*) as records from gone group by source_id
)
update sources as s
set purged_accepted = s.purged_accepted + c.records
from counted c
where s.source_id = c.source_id
returning c.records
