-- Purpose: compares the staged rows of a statement with the callbacks of the same trades, so that a wrong zone or unit is seen
--          before anything is kept.
-- Grain:   one row.
-- Rules:   only payments whose times have no offset of their own are compared by time, and those with an amount by amount. Of
--          several callbacks of a trade the one nearest in time counts. other_offset is the offset, in quarters of an hour, by
--          which most times agree.
-- Units:   seconds; at is the local time of one of the rows that agree by other_offset, as if it were UTC.
-- Parameters: tolerance integer (seconds)

with rows_of_statement as materialized (
  select line, order_no, trade_no, logged_at, completed_at, offset_source, gross_minor, currency
  from stage_statements
  where type = 'payment' and (trade_no is not null or order_no <> '')
),
keys as (
  select line, order_no from rows_of_statement where order_no <> ''
  union
  select r.line, p.order_no
  from rows_of_statement r
  join pay_ins p on p.trade_no = r.trade_no
),
pairs as (
  select distinct on (r.line)
         r.line, r.logged_at, r.completed_at, r.offset_source, r.gross_minor, c.completed_at as called_at,
         case when c.currency = r.currency then c.amount_minor end as called_minor
  from rows_of_statement r
  join keys k on k.line = r.line
  join callbacks c on c.order_no = k.order_no and (r.trade_no is null or c.trade_no = r.trade_no)
  where c.verified is distinct from false
  order by r.line, abs(extract(epoch from c.completed_at - r.completed_at)) nulls last, c.digest
),
times as (
  select logged_at, abs(extract(epoch from completed_at - called_at)) <= :tolerance::integer as agrees,
         extract(epoch from logged_at - called_at) as ahead,
         round(extract(epoch from logged_at - called_at) / 900) * 900 as quarter
  from pairs
  where offset_source = 'region' and completed_at is not null and called_at is not null
),
others as (
  select quarter::integer as other_offset, count(*) as agreed, min(logged_at) as at
  from times
  where abs(ahead - quarter) <= :tolerance::integer and abs(quarter) <= 50400
  group by quarter
  order by count(*) desc, abs(quarter), quarter
  limit 1
)
select (select count(*) from times)::integer as times,
       (select count(*) from times where agrees)::integer as times_agree,
       (select other_offset from others) as other_offset,
       coalesce((select agreed from others), 0)::integer as times_agree_otherwise,
       (select at from others) as at,
       count(*) filter (where gross_minor is not null and called_minor is not null)::integer as amounts,
       count(*) filter (where gross_minor = called_minor)::integer as amounts_agree,
       count(*) filter (where gross_minor = called_minor * 100 and called_minor <> 0)::integer as amounts_hundredfold,
       count(*) filter (where gross_minor * 100 = called_minor and called_minor <> 0)::integer as amounts_hundredth
from pairs
