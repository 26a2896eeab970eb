-- Purpose: the orders that only statements show as paid, as far as nobody has closed that finding.
-- Grain:   one row per order.
-- Rules:   all of them, whenever they were found, so that a channel that is added later gets them too. Completion, tradeNo and
--          payout are those of the order's first paid row. Orders with a row of a file that is in the wrong unit wait until
--          that is corrected: nothing could take back the amount that was sent.
-- Units:   amounts in minor units of the currency.
-- Parameters: run integer; order_no, merchant_id text (only this order; null: all)

with decided as materialized (
  select order_no, merchant_id
  from case_states
  where code = 'PAID_IN_STATEMENT_ONLY' and until_entry is null and state <> 'open'
),
missed as materialized (
  select f.order_no, f.merchant_id, f.region, f.business_date, f.first_seen_at
  from finding_results f
  left join decided d on d.order_no = f.order_no and d.merchant_id = f.merchant_id
  where f.code = 'PAID_IN_STATEMENT_ONLY'
    and f.from_run <= :run::integer
    and (f.until_run is null or f.until_run > :run::integer)
    and d.order_no is null
    and (:order_no::text is null or (f.order_no = :order_no::text and f.merchant_id = :merchant_id::text))
),
stated as materialized (
  select distinct on (r.matched_order_no, r.matched_merchant_id)
         r.matched_order_no, r.matched_merchant_id, r.sub_merchant_id, r.trade_no, r.completed_at, r.settled_on, r.payout_id
  from missed m
  join statement_rows r on r.matched_order_no = m.order_no and r.matched_merchant_id = m.merchant_id
  where r.type = 'payment'
    and r.status = 'paid'
    and r.from_run <= :run::integer
    and (r.until_run is null or r.until_run > :run::integer)
  order by r.matched_order_no, r.matched_merchant_id, r.completed_at nulls last, r.settled_on, r.digest
),
scaled as materialized (
  select source_id
  from scaled_sources
  where from_run <= :run::integer and (until_run is null or until_run > :run::integer)
),
in_wrong_unit as materialized (
  select distinct r.matched_order_no, r.matched_merchant_id
  from missed m
  join statement_rows r on r.matched_order_no = m.order_no and r.matched_merchant_id = m.merchant_id
  join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
  where s.source_id in (select source_id from scaled)
    and r.from_run <= :run::integer
    and (r.until_run is null or r.until_run > :run::integer)
),
orders as materialized (
  select o.order_no, o.merchant_id, o.trade_no, o.stated_currency, o.stated_minor
  from missed m
  join order_results o on o.order_no = m.order_no and o.merchant_id = m.merchant_id
  where o.from_run <= :run::integer and (o.until_run is null or o.until_run > :run::integer)
)
select m.order_no, m.merchant_id, m.region, m.business_date::text as date, s.sub_merchant_id,
       coalesce(s.trade_no, o.trade_no) as trade_no, o.stated_currency as currency, o.stated_minor::text as minor,
       s.completed_at, s.settled_on, s.payout_id
from missed m
left join stated s on s.matched_order_no = m.order_no and s.matched_merchant_id = m.merchant_id
left join orders o on o.order_no = m.order_no and o.merchant_id = m.merchant_id
left join in_wrong_unit w on w.matched_order_no = m.order_no and w.matched_merchant_id = m.merchant_id
where w.matched_order_no is null
order by m.first_seen_at, m.merchant_id collate "C", m.order_no collate "C"
