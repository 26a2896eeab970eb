-- Purpose: the dates that cannot be written again: all reported ones before the limit, and those of what is purged, also of
--          results of statement rows that were deleted before.
-- Grain:   one row per date and region that was not purged before; what is known of it counts as reported.
-- Parameters: regions text[]; limits date[] (of the regions, in their order); otherwise date (of any other region);
--             entry bigint (of the audit trail); run integer (the newest)

with limits as (
  select region, limit_date from unnest(:regions::text[], :limits::date[]) as l (region, limit_date)
),
gone as (
  select v.date, v.region
  from versions v
  left join limits l on l.region = v.region
  where v.date < coalesce(l.limit_date, :otherwise::date)
  union
  select r.business_date, r.region
  from work_purged_keys k
  join order_results r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  union
  select r.closed_on, r.region
  from work_purged_keys k
  join order_results r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  where r.closed_on is not null
  union
  select r.paid_date, r.region
  from work_purged_keys k
  join payment_results r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  union
  select r.row_date, r.region
  from statement_rows r
  left join limits l on l.region = r.region
  where r.row_date < coalesce(l.limit_date, :otherwise::date)
    and not exists (
      select from statements s where s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
    )
),
reported as (
  insert into reported_dates (date, region, run_id)
  select date, region, :run::integer from gone
  on conflict (date, region) do update set run_id = excluded.run_id
)
insert into purged_dates (date, region, entry)
select date, region, :entry::bigint from gone
on conflict (date, region) do nothing
