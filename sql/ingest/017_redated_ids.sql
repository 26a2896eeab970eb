-- Purpose: how many staged rows of banks have the row_id of a stored row of another date: both count, also where a bank has corrected
--          the date of one.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   rows that are stored as they are, and identifiers that a source shares among its rows, are left out.
-- Parameters: none

with named as materialized (
  select issuer, row_id, row_key, line, booked_on, digest::text as digest from stage_bank_rows where row_id is not null
),
own as materialized (
  select issuer, row_id from named group by issuer, row_id having count(distinct digest) = 1
),
compared as (
  select n.line,
         bool_or(s.digest::text = n.digest) as is_stored,
         bool_or(s.booked_on <> n.booked_on) as is_of_other
  from named n
  join own o on o.issuer = n.issuer and o.row_id = n.row_id
  join bank_rows s on s.issuer = n.issuer and s.row_id = n.row_id
  group by n.line
)
select count(*)::integer as rows, min(line)::text as line
from compared
where is_of_other and not is_stored
