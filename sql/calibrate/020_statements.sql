-- Purpose: the payments of stored statements with what the callbacks of the same trades say, to compare readings of their times
--          and amounts.
-- Grain:   one row per payment row of a statement that names a trade or an order.
-- Rules:   every callback of the trade counts, since which one is nearest depends on the reading. The order is that of the
--          callbacks, the least of several, with its own merchant.
-- Units:   times and amounts as the texts that were read; called_at in epoch seconds and called_minor in minor units of the
--          row's currency, as lists with spaces between; null where no callback has them.
-- Parameters: none
-- Parts:   pairs (sql/ingest/118_pairs_of_statement.sql)

with :pairs,
called as (
  select id,
         (array_agg(order_no order by order_no collate "C", merchant_id collate "C"))[1] as order_no,
         (array_agg(merchant_id order by order_no collate "C", merchant_id collate "C"))[1] as merchant_id,
         string_agg(distinct floor(extract(epoch from called_at))::bigint::text, ' ') as called_at,
         string_agg(distinct called_minor::text, ' ') as called_minor
  from pairs
  group by id
)
select r.region, r.issuer, coalesce(c.order_no, r.order_no) as order_no, coalesce(c.merchant_id, r.merchant_id) as merchant_id,
       r.currency, r.gross_text, r.completed_at_text, s.name as source, r.line, c.called_at, c.called_minor
from rows_of_statement r
join sources s on s.source_id = r.source_id
left join called c on c.id = r.id
order by r.issuer collate "C", s.source_id, r.line, r.digest
