-- Purpose: how many staged rows of statements take the place of a row of another order, because they have its row_id: the number of
--          a line in each file is not the identifier of a row.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   before digests are changed and rows are added. Rows that are stored as they are replace none. Orders are told apart by
--          tradeNo, else by their numbers.
-- Parameters: none

with named as materialized (
  select issuer, row_key, line, order_no, trade_no, digest::text as digest from stage_statements where row_id is not null
),
compared as (
  select n.line,
         bool_or(s.digest::text = n.digest) as is_stored,
         bool_or(s.trade_no <> n.trade_no
           or (s.trade_no is null or n.trade_no is null) and s.order_no <> n.order_no and s.order_no <> '' and n.order_no <> ''
         ) as is_of_other
  from named n
  join statements s on s.issuer = n.issuer and s.row_key = n.row_key
  where s.row_id is not null
  group by n.line
)
select count(*)::integer as rows, min(line)::text as line
from compared
where is_of_other and not is_stored
