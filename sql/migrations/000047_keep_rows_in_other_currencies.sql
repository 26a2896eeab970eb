-- Purpose: which rows of statements are in another currency than the sums of their order, and so in none of them; when a file
--          came under another name; and which sources this program reads as the one before did.
-- Grain:   statement_rows: one row per row of a statement and stretch of runs; source_names: one row per other name of a source;
--          sources: one row per source.
-- Rules:   a paid row of an order is in_other_currency where the order's stated_currency is another: its stretch is divided at
--          the runs that changed it. read_at is null of names that came before. Edition 4 of the reading rules reads a fee
--          otherwise that its row gives back, edition 3 rows of banks; sources without either count as read by edition 4.

alter table statement_rows add column in_other_currency boolean not null default false;

alter table work_statement_rows add column in_other_currency boolean not null default false;

alter table source_names add column read_at timestamptz;

with several as materialized (
  select matched_order_no, matched_merchant_id
  from statement_rows
  where type = 'payment' and status = 'paid' and matched <> 'none'
  group by matched_order_no, matched_merchant_id
  having count(distinct coalesce(currency, '')) > 1
),
turns as materialized (
  select order_no, merchant_id, from_run as run
  from (
    select o.order_no, o.merchant_id, o.from_run, o.stated_currency,
           lag(o.stated_currency) over (partition by o.order_no, o.merchant_id order by o.from_run) as before
    from order_rows o
    join several s on s.matched_order_no = o.order_no and s.matched_merchant_id = o.merchant_id
  ) o
  where stated_currency is distinct from before
)
insert into statement_rows (
  order_no, logged_at, digest, from_run, until_run, row_date, region, matched, matched_order_no, matched_merchant_id,
  sub_merchant_id, expected_fee_minor, findings, merchant_id, trade_no, row_id, type, status, payment_method, currency,
  gross_minor, fee_minor, net_minor, completed_at, settled_on, payout_id, source_id, line
)
select r.order_no, r.logged_at, r.digest, t.run, r.until_run, r.row_date, r.region, r.matched, r.matched_order_no,
       r.matched_merchant_id, r.sub_merchant_id, r.expected_fee_minor, r.findings, r.merchant_id, r.trade_no, r.row_id, r.type,
       r.status, r.payment_method, r.currency, r.gross_minor, r.fee_minor, r.net_minor, r.completed_at, r.settled_on,
       r.payout_id, r.source_id, r.line
from statement_rows r
join turns t
  on t.order_no = r.matched_order_no
 and t.merchant_id = r.matched_merchant_id
 and r.from_run < t.run
 and (r.until_run is null or r.until_run > t.run)
where r.type = 'payment' and r.status = 'paid' and r.matched <> 'none';

with several as materialized (
  select matched_order_no, matched_merchant_id
  from statement_rows
  where type = 'payment' and status = 'paid' and matched <> 'none'
  group by matched_order_no, matched_merchant_id
  having count(distinct coalesce(currency, '')) > 1
),
followed as materialized (
  select r.order_no, r.logged_at, r.digest, r.from_run,
         lead(r.from_run) over (partition by r.order_no, r.logged_at, r.digest order by r.from_run) as next_run
  from statement_rows r
  join several s on s.matched_order_no = r.matched_order_no and s.matched_merchant_id = r.matched_merchant_id
)
update statement_rows r
set until_run = f.next_run
from followed f
where f.order_no = r.order_no
  and f.logged_at = r.logged_at
  and f.digest = r.digest
  and f.from_run = r.from_run
  and f.next_run < coalesce(r.until_run, 2147483647);

with paid as materialized (
  select order_no, logged_at, digest, from_run, matched_order_no, matched_merchant_id, currency
  from statement_rows
  where type = 'payment' and status = 'paid' and matched <> 'none'
),
beside as materialized (
  select p.order_no, p.logged_at, p.digest, p.from_run
  from paid p
  join order_rows o
    on o.order_no = p.matched_order_no
   and o.merchant_id = p.matched_merchant_id
   and o.from_run <= p.from_run
   and (o.until_run is null or o.until_run > p.from_run)
  where o.stated_currency is distinct from p.currency
)
update statement_rows r
set in_other_currency = true
from beside b
where b.order_no = r.order_no and b.logged_at = r.logged_at and b.digest = r.digest and b.from_run = r.from_run;

update sources
set reading_rules = 4
where reading_rules in (2, 3)
  and (reading_rules = 3 or source_id not in (select source_id from bank_rows))
  and source_id not in (
    select source_id
    from statements
    where type <> 'payment'
      and (
        fee_text like '-%'
        or fee_minor > 0
           and net_minor::numeric - fee_minor = case when type in ('other', 'payout') then gross_minor else - gross_minor end
      )
  );

create or replace view statement_results as
select order_no, logged_at, digest, from_run, until_run, row_date, region, matched, matched_order_no,
       matched_merchant_id, sub_merchant_id, expected_fee_minor, findings, merchant_id, trade_no, row_id, type, status,
       payment_method, currency, gross_minor, fee_minor, net_minor, completed_at, settled_on, payout_id, source_id, line,
       in_other_currency
from statement_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);
