-- Purpose: the dates that cannot be written again: all reported ones before the limit, and those of what is purged, also of
--          results of statement rows that were deleted before, and of payouts that lose a row or what the bank booked.
-- Grain:   one row per date and region that was not purged before; what is known of it counts as reported.
-- Rules:   the region of a deleted row is not known any more, only that of its order: its payout is found by identifier and
--          currency.
-- Parameters: otherwise date (the limit of any other region); entry bigint (of the audit trail); run integer (the
--             newest); orders_go boolean (whether an order is purged: all versions before the limit may list it)
-- Parts:   limits (005_limits.sql)

with :limits,
gone_rows as materialized (
  select r.row_date, r.region, r.payout_id, coalesce(r.currency, '') as currency
  from statement_rows r
  left join limits l on l.region = r.region
  where r.row_date < coalesce(l.limit_date, :otherwise::date)
    and not exists (
      select from statements s where s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
    )
),
gone_months as (
  select distinct region, date_trunc('month', row_date) as month from gone_rows
),
gone as (
  select v.date, v.region
  from versions v
  left join limits l on l.region = v.region
  where v.date < coalesce(l.limit_date, :otherwise::date) and :orders_go::boolean
  union
  select v.date, v.region
  from versions v
  join gone_months g on g.region = v.region and g.month = date_trunc('month', v.date)
  union
  select p.settled_on, p.region
  from payout_rows p
  left join limits l on l.region = p.region
  left join gone_rows g on g.payout_id = p.payout_id and g.currency = p.currency
  where p.until_run is null
    and p.settled_on < coalesce(l.limit_date, :otherwise::date)
    and (g.payout_id is not null or p.booked_on < coalesce(l.limit_date, :otherwise::date) - 31)
  union
  select coalesce(p.settled_on, p.booked_on), p.region
  from payout_rows p
  left join limits l on l.region = p.region
  where p.bank_digest <> ''
    and coalesce(p.settled_on, p.booked_on) < coalesce(l.limit_date, :otherwise::date)
    and not exists (select from bank_rows b where b.digest::text = p.bank_digest)
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
  select row_date, region from gone_rows
),
reported as (
  insert into reported_dates (date, region, run_id)
  select date, region, :run::integer from gone
  on conflict (date, region) do update set run_id = excluded.run_id
)
insert into purged_dates (date, region, entry)
select date, region, :entry::bigint from gone
on conflict (date, region) do nothing
