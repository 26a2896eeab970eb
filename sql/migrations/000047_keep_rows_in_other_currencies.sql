-- Purpose: which rows of statements are in another currency than the sums of their order, and so in none of them, and when a file
--          came under another name.
-- Grain:   statement_rows: one row per row of a statement and stretch of runs; source_names: one row per other name of a source.
-- Rules:   what statement_rows.sql finds from now on is here stated once for the rows there are, as they were when their stretch
--          began. Of all but paid payments of an order in_other_currency is false. read_at is null of names that came before.

alter table statement_rows add column in_other_currency boolean not null default false;

alter table work_statement_rows add column in_other_currency boolean not null default false;

alter table source_names add column read_at timestamptz;

with paid as materialized (
  select order_no, logged_at, digest, from_run, until_run, matched_order_no, matched_merchant_id, currency,
         coalesce(completed_at, settled_on::timestamp at time zone 'UTC') as stated_at
  from statement_rows
  where type = 'payment' and status = 'paid' and matched <> 'none'
),
several as materialized (
  select matched_order_no, matched_merchant_id
  from paid
  group by matched_order_no, matched_merchant_id
  having count(distinct coalesce(currency, '')) > 1
),
beside as materialized (
  select distinct on (p.order_no, p.logged_at, p.digest, p.from_run)
         p.order_no, p.logged_at, p.digest, p.from_run, p.currency, l.currency as sums_currency
  from several s
  join paid p on p.matched_order_no = s.matched_order_no and p.matched_merchant_id = s.matched_merchant_id
  join paid l
    on l.matched_order_no = p.matched_order_no
   and l.matched_merchant_id = p.matched_merchant_id
   and l.from_run <= p.from_run
   and (l.until_run is null or l.until_run > p.from_run)
  order by p.order_no, p.logged_at, p.digest, p.from_run, l.currency is null, l.stated_at desc, l.digest desc
)
update statement_rows r
set in_other_currency = true
from beside b
where b.order_no = r.order_no
  and b.logged_at = r.logged_at
  and b.digest = r.digest
  and b.from_run = r.from_run
  and b.currency is distinct from b.sums_currency;

create or replace view statement_results as
select order_no, logged_at, digest, from_run, until_run, row_date, region, matched, matched_order_no,
       matched_merchant_id, sub_merchant_id, expected_fee_minor, findings, merchant_id, trade_no, row_id, type, status,
       payment_method, currency, gross_minor, fee_minor, net_minor, completed_at, settled_on, payout_id, source_id, line,
       in_other_currency
from statement_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);
