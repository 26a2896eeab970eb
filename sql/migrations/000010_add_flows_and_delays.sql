-- Purpose: what the reports of flows and of delays are summed from: what each run changed, kept by counts, so that
--          they do not cost more with every order that is stored.
-- Grain:   order_results.closed_on: the date on which the order left those that are open, null while it is;
--          payment_results: when and how late it was paid and told, null where its completion is absent or impossible;
--          flow_changes: one row per run, date, region, merchant, currency and flow that the run changed;
--          delay_changes: one row per run, paid date, region, method, local hour, measure and delay. Append-only.
-- Units:   dates and hours in the region's zone; *_seconds whole seconds, stepped as sql/reconcile/070 says;
--          orders, unreadable, payments and late are differences, negative where a run took something back.

alter table order_results add column closed_on date;

alter table work_order_results add column closed_on date;

alter table payment_results add column paid_hour integer;

alter table payment_results add column payment_delay_seconds bigint;

alter table payment_results add column callback_delay_seconds bigint;

alter table payment_results add column after_expiry boolean;

alter table payment_results add column late boolean;

alter table work_payment_results add column paid_hour integer;

alter table work_payment_results add column payment_delay_seconds bigint;

alter table work_payment_results add column callback_delay_seconds bigint;

alter table work_payment_results add column after_expiry boolean;

alter table work_payment_results add column late boolean;

alter table work_orders add column created_at timestamptz;

alter table work_evidence add column created_at timestamptz;

alter table work_evidence add column failed_at timestamptz;

alter table work_evidence add column reversed_at timestamptz;

create table flow_changes (
  run_id          integer not null,
  date            date not null,
  region          text collate "C" not null,
  merchant_id     text collate "C" not null,
  currency        text collate "C",
  flow            text collate "C" not null,
  orders          bigint not null,
  requested_minor numeric(38, 0) not null,
  -- How many of the orders have no amount that can be read exactly, and so none in requested_minor.
  unreadable      bigint not null
);

create index flow_changes_by_date on flow_changes (region, date);

create table delay_changes (
  run_id         integer not null,
  date           date not null,
  region         text collate "C" not null,
  payment_method text collate "C",
  hour           integer not null,
  measure        text collate "C" not null,
  seconds        bigint not null,
  payments       bigint not null,
  late           bigint not null
);

create index delay_changes_by_date on delay_changes (region, date);

-- Of the runs before, as near as their results tell: paid orders by their payments, expired ones by the default
-- horizon, failed and reversed ones by the run that said so first. A row that is judged again is told exactly.
update order_results r
set closed_on = c.closed_on
from (
  select o.order_no, o.merchant_id, o.from_run,
         greatest(
           o.business_date,
           case
             when o.outcome in ('MATCHED', 'MISMATCH') then max(p.paid_date)
             when o.outcome = 'EXPIRED' then (
               least(o.deadline_at + interval '168 hours', k.as_of)
               at time zone coalesce(k.zones::jsonb ->> o.region, 'UTC')
             )::date
             when o.outcome in ('FAILED', 'REVERSED')
               then (k.as_of at time zone coalesce(k.zones::jsonb ->> o.region, 'UTC'))::date
           end
         ) as closed_on
  from order_results o
  join runs k on k.run_id = o.from_run
  left join payment_results p
    on p.order_no = o.order_no
   and p.merchant_id = o.merchant_id
   and p.from_run <= o.from_run
   and (p.until_run is null or p.until_run > o.from_run)
  where o.outcome not in ('PENDING', 'STUCK', 'ORPHAN')
  group by o.order_no, o.merchant_id, o.from_run, k.run_id
) c
where r.order_no = c.order_no and r.merchant_id = c.merchant_id and r.from_run = c.from_run;

insert into flow_changes (run_id, date, region, merchant_id, currency, flow, orders, requested_minor, unreadable)
with counted as (
  select from_run as run_id, 1 as sign, business_date, closed_on, region, merchant_id, requested_currency, outcome,
         count(*) as orders, coalesce(sum(requested_minor), 0) as minor,
         count(*) - count(requested_minor) as unreadable
  from order_results
  where outcome <> 'ORPHAN'
  group by from_run, business_date, closed_on, region, merchant_id, requested_currency, outcome
  union all
  select until_run, -1, business_date, closed_on, region, merchant_id, requested_currency, outcome,
         count(*), coalesce(sum(requested_minor), 0), count(*) - count(requested_minor)
  from order_results
  where outcome <> 'ORPHAN' and until_run is not null
  group by until_run, business_date, closed_on, region, merchant_id, requested_currency, outcome
),
flows as (
  select c.*, business_date as date, 'requested' as flow from counted c
  union all
  select c.*, closed_on, case when outcome in ('MATCHED', 'MISMATCH') then 'paid' else lower(outcome) end
  from counted c
  where closed_on is not null
)
select run_id, date, region, merchant_id, requested_currency, flow, sum(sign * orders), sum(sign * minor),
       sum(sign * unreadable)
from flows
group by run_id, date, region, merchant_id, requested_currency, flow
having sum(sign * orders) <> 0 or sum(sign * minor) <> 0 or sum(sign * unreadable) <> 0;
