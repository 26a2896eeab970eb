-- Purpose: how many staged rows of statements are followed by a row of the same row_id with other values in their source: of
--          these rows the last one counts.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   before digests of rows that say again what they said earlier are changed. Rows of a bank with one row_id all count.
-- Parameters: none

with repeated as (
  select issuer, row_key
  from stage_statements
  where row_id is not null
  group by issuer, row_key
  having count(*) > 1
),
followed as (
  select s.line, s.digest <> lead(s.digest) over (partition by s.issuer, s.row_key order by s.line) as is_replaced
  from stage_statements s
  join repeated r on r.issuer = s.issuer and r.row_key = s.row_key
)
select count(*)::integer as rows, min(line)::text as line
from followed
where is_replaced
