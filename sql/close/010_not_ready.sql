-- Purpose: what stops dates from being closed: dates with orders, payouts or rows of statements but no version, dates that
--          changed since their newest version, and dates with records that no run has judged: read or changed by a duplicate
--          since the newest run, or later than its as-of. Rows of statements are known from when they were read.
-- Grain:   one row per region, date and kind (never, changed, unread); a record counts by the date of its own time, a callback
--          also by that of its completion, where possible, both also by the business date of the order of their key and the
--          dates of its payments, a row of a payout also by the date on which that was settled, and a row of the bank by those
--          of payouts that may be its.
--          By the date of its completion or order, what is later than the moment of the closing does not count: no run can
--          judge it yet.
-- Parameters: regions text[]; zones text[] (of the regions, in their order); through date; at timestamptz (of the closing);
--             bank_days integer (how far from its payout's date a booking may be)

with closing as (
  select a.region, a.zone, coalesce(c.through_date, '-infinity'::date) as through_date
  from unnest(:regions::text[], :zones::text[]) as a (region, zone)
  left join closings c on c.region = a.region and c.until_entry is null
),
newest as (
  select distinct on (date, region) date, region, coalesce(checked_run, run_id) as run_id
  from versions
  where region = any (:regions::text[]) and date <= :through::date
  order by date, region, version desc
),
changed as (
  select d.date, d.region, max(d.run_id) as run_id
  from closing c
  join changed_dates d on d.region = c.region and d.date > c.through_date
  where d.date <= :through::date
  group by d.date, d.region
),
behind as materialized (
  select c.date, c.region, case when n.date is null then 'never' else 'changed' end as kind
  from changed c
  left join newest n on n.date = c.date and n.region = c.region
  left join reported_dates t on t.date = c.date and t.region = c.region
  where n.date is null or c.run_id > greatest(n.run_id, t.run_id)
),
looked as materialized (
  select c.region, c.zone, c.through_date, coalesce(l.last_source_id, 0) as last_source_id, l.as_of
  from closing c
  left join judgings l on l.region = c.region
),
read_later as materialized (
  select l.region, l.zone, l.through_date, q.source_id, q.read_at
  from looked l
  join sources q on q.source_id > l.last_source_id or q.read_at > l.as_of
),
stated as materialized (
  select distinct l.region, l.through_date, s.order_no, s.trade_no
  from read_later l
  join statements s on s.source_id = l.source_id
  where l.read_at <= :at::timestamptz
),
stated_orders as materialized (
  select region, through_date, order_no from stated
  union
  select s.region, s.through_date, p.order_no
  from stated s
  join pay_ins p on p.trade_no = s.trade_no
  union
  select s.region, s.through_date, c.order_no
  from stated s
  join callbacks c on c.trade_no = s.trade_no
),
held as (
  select r.business_date as date, r.region
  from behind b
  join order_results r on r.business_date = b.date and r.region = b.region
  where b.kind = 'never' and r.until_run is null
  union
  select r.paid_date, r.region
  from behind b
  join payment_results r on r.paid_date = b.date and r.region = b.region
  where b.kind = 'never' and r.until_run is null
  union
  select r.row_date, r.region
  from behind b
  join statement_results r on r.row_date = b.date and r.region = b.region
  where b.kind = 'never' and r.until_run is null
  union
  select b.date, r.region
  from behind b
  join payout_rows r
    on r.region = b.region and (r.settled_on = b.date or (r.settled_on is null and r.booked_on = b.date))
  where b.kind = 'never' and r.until_run is null
  union
  select r.known_date, r.region
  from behind b
  join adjustments r on r.known_date = b.date and r.region = b.region
  where b.kind = 'never'
),
-- Each of its tables is joined by order where its rows are: one result of all would be sent around by a cluster.
news as not materialized (
  select l.region, l.zone, l.through_date, p.region as own_region, p.order_no, p.merchant_id, p.requested_at as own_at,
         null::timestamptz as completed_at
  from looked l
  join pay_ins p on p.source_id > l.last_source_id
  union all
  select l.region, l.zone, l.through_date, p.region, p.order_no, p.merchant_id, p.requested_at, null
  from looked l
  join pay_ins p on p.requested_at > l.as_of and p.source_id <= l.last_source_id
  union all
  select l.region, l.zone, l.through_date, p.region, p.order_no, p.merchant_id, p.requested_at, null
  from looked l
  join pay_ins p on p.amended_by > l.last_source_id and p.source_id <= l.last_source_id
  union all
  select l.region, l.zone, l.through_date, c.region, c.order_no, c.merchant_id, c.received_at,
         case when not c.completed_impossible then c.completed_at end
  from looked l
  join callbacks c on c.source_id > l.last_source_id
  union all
  select l.region, l.zone, l.through_date, c.region, c.order_no, c.merchant_id, c.received_at,
         case when not c.completed_impossible then c.completed_at end
  from looked l
  join callbacks c on c.received_at > l.as_of and c.source_id <= l.last_source_id
  union all
  select l.region, l.zone, l.through_date, c.region, c.order_no, c.merchant_id, c.received_at,
         case when not c.completed_impossible then c.completed_at end
  from looked l
  join callbacks c on c.amended_by > l.last_source_id and c.source_id <= l.last_source_id
  union all
  select l.region, l.zone, l.through_date, null, v.order_no, v.merchant_id, null, null
  from looked l
  join violations v on v.source_id > l.last_source_id
),
booked as materialized (
  select distinct l.region, l.through_date, b.booked_on
  from read_later l
  join bank_rows b on b.source_id = l.source_id and b.region = l.region
),
unread as (
  select region, through_date, (own_at at time zone zone)::date as date
  from news
  where own_region = region
  union
  select region, through_date, (completed_at at time zone zone)::date
  from news
  where own_region = region and own_at <= :at::timestamptz
  union
  select n.region, n.through_date, r.business_date
  from news n
  join order_results r on r.order_no = n.order_no and r.merchant_id = n.merchant_id and r.region = n.region
  where r.until_run is null and (n.own_at > :at::timestamptz) is not true
  union
  select n.region, n.through_date, r.paid_date
  from news n
  join payment_results r on r.order_no = n.order_no and r.merchant_id = n.merchant_id and r.region = n.region
  where r.until_run is null and (n.own_at > :at::timestamptz) is not true
  union
  select s.region, s.through_date, r.business_date
  from stated_orders s
  join order_results r on r.order_no = s.order_no and r.region = s.region
  where r.until_run is null
  union
  select l.region, l.through_date, coalesce((s.completed_at at time zone l.zone)::date, s.settled_on)
  from read_later l
  join statements s on s.source_id = l.source_id and s.region = l.region
  union
  select l.region, l.through_date, s.settled_on
  from read_later l
  join statements s on s.source_id = l.source_id and s.region = l.region
  where s.payout_id is not null
  union
  select region, through_date, booked_on from booked
  union
  select b.region, b.through_date, r.settled_on
  from booked b
  join payout_rows r
    on r.region = b.region
   and r.settled_on between b.booked_on - :bank_days::integer and b.booked_on + :bank_days::integer
  where r.until_run is null
)
select b.region, b.date, b.kind
from behind b
left join held h on h.date = b.date and h.region = b.region
where b.kind = 'changed' or h.date is not null
union all
select region, date, 'unread' from unread where date > through_date and date <= :through::date
order by region, date, kind
