-- Purpose: the rows of statements that belong to one order, or name it, each with what the newest run says of it.
-- Grain:   one row per statement of a row, those that another replaces included.
-- Rules:   a row that the newest run judged belongs to the order that it says. Others are shown where they name the order, or
--          carry a tradeNo of its records. Of several statements of one row, the one that was read last counts.
-- Units:   _minor in minor units of the row's currency; completed_at and read_at as instants.
-- Parameters: order_no, merchant_id text (empty for the rows of a number that belong to no order and name no merchant)

with trade_nos as materialized (
  select trade_no
  from pay_ins
  where order_no = :order_no::text and merchant_id = :merchant_id::text and trade_no is not null
  union
  select trade_no
  from callbacks
  where order_no = :order_no::text
    and merchant_id = :merchant_id::text
    and verified is distinct from false
    and trade_no is not null
),
candidates as materialized (
  select order_no, logged_at, digest
  from statement_results
  where matched_order_no = :order_no::text and matched_merchant_id = :merchant_id::text and until_run is null
  union
  select order_no, logged_at, digest
  from statements
  where order_no = :order_no::text and merchant_id in (:merchant_id::text, '')
  union
  select s.order_no, s.logged_at, s.digest
  from trade_nos t
  join statements s on s.trade_no = t.trade_no
  where s.merchant_id in (:merchant_id::text, '')
),
judged as materialized (
  select r.order_no, r.logged_at, r.digest, r.matched_order_no, r.matched_merchant_id
  from candidates c
  join statement_results r on r.order_no = c.order_no and r.logged_at = c.logged_at and r.digest = c.digest
  where r.until_run is null
),
stored as materialized (
  select s.order_no, s.merchant_id, s.logged_at, s.digest, s.issuer, s.row_key, s.row_id
  from candidates c
  join statements s on s.order_no = c.order_no and s.logged_at = c.logged_at and s.digest = c.digest
),
shown as materialized (
  select s.order_no, s.logged_at, s.digest, s.issuer, s.row_key, s.row_id
  from stored s
  left join judged r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
  where r.order_no is null
     or r.matched_order_no = :order_no::text and r.matched_merchant_id = :merchant_id::text
     or s.order_no = :order_no::text
       and s.merchant_id = :merchant_id::text
       and (s.merchant_id <> '' or r.matched_order_no is null)
),
versions as materialized (
  select order_no, logged_at, digest from shown
  union
  select s.order_no, s.logged_at, s.digest
  from (select distinct issuer, row_key from shown where row_id is not null) h
  join statements s on s.issuer = h.issuer and s.row_key = h.row_key
  where s.row_id is not null
),
whole as materialized (
  select s.*
  from versions v
  join statements s on s.order_no = v.order_no and s.logged_at = v.logged_at and s.digest = v.digest
),
results as materialized (
  select r.order_no, r.logged_at, r.digest, r.matched, r.matched_order_no, r.matched_merchant_id, r.expected_fee_minor,
         r.findings, r.region
  from versions v
  join statement_results r on r.order_no = v.order_no and r.logged_at = v.logged_at and r.digest = v.digest
  where r.until_run is null
),
newest as materialized (
  select distinct on (n.issuer, n.row_key) n.issuer, n.row_key, l.source_id, l.line
  from (select distinct issuer, row_key from whole where row_id is not null) n
  join statements l on l.issuer = n.issuer and l.row_key = n.row_key
  join sources q on q.source_id = l.source_id
  where l.row_id is not null
  order by n.issuer, n.row_key, coalesce(l.place, q.place, l.source_id) desc, coalesce(l.place_line, l.line) desc, l.source_id desc
)
select s.order_no, s.merchant_id, s.region, s.row_id, s.type, s.type_text, s.status, s.status_text, s.trade_no,
       s.sub_merchant_id, s.payment_method, s.currency, s.gross_minor, s.gross_text, s.fee_minor, s.fee_text, s.net_minor,
       s.net_text, s.completed_at, s.completed_at_text, s.settled_on, s.payout_id, s.line, q.name as source, q.read_at,
       r.matched, r.matched_order_no, r.matched_merchant_id, r.expected_fee_minor, r.findings,
       coalesce(r.region, s.region) as dated_by, n.name as later_source, l.line as later_line
from whole s
join sources q on q.source_id = s.source_id
left join results r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
left join newest l
  on s.row_id is not null
 and l.issuer = s.issuer
 and l.row_key = s.row_key
 and (l.source_id, l.line) <> (s.source_id, s.line)
left join sources n on n.source_id = l.source_id
order by s.logged_at, coalesce(s.place, q.place, s.source_id), coalesce(s.place_line, s.line), s.source_id, s.digest
