-- Purpose: compares the staged rows of a statement with the callbacks of the same trades, so that a wrong zone or unit is seen
--          before anything is kept.
-- Grain:   one row.
-- Rules:   only payments whose times have no offset of their own are compared by time, and those with an amount by amount. Of
--          several callbacks of a trade the one nearest in time counts. other_offset is the offset, in quarters of an hour, by
--          which most times agree.
-- Units:   seconds; at is the local time of one of the rows that agree by other_offset, as if it were UTC.
-- Parameters: tolerance integer (seconds)
-- Parts:   pairs (sql/ingest/118_pairs_of_statement.sql)

with :pairs,
nearest as (
  select distinct on (r.id)
         r.logged_at, r.completed_at, r.offset_source, r.gross_minor, p.called_at, p.called_minor
  from rows_of_statement r
  join pairs p on p.id = r.id
  order by r.id, abs(extract(epoch from p.called_at - r.completed_at)) nulls last, p.digest
),
times as (
  select logged_at, abs(extract(epoch from completed_at - called_at)) <= :tolerance::integer as agrees,
         extract(epoch from logged_at - called_at) as ahead,
         round(
           extract(epoch from logged_at - called_at) / 900
         ) * 900 as quarter
  from nearest
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
       (select count(*) from times where agrees)::integer as "timesAgree",
       (select other_offset from others) as "otherOffset",
       (select agreed from others)::integer as "agreeOtherwise",
       (select at from others) as at,
       count(*) filter (where gross_minor is not null and called_minor is not null)::integer as amounts,
       count(*) filter (where gross_minor = called_minor)::integer as "amountsAgree",
       count(*) filter (where gross_minor = called_minor::numeric * 100 and called_minor <> 0)::integer as hundredfold,
       count(*) filter (where gross_minor::numeric * 100 = called_minor and called_minor <> 0)::integer as hundredth
from nearest
