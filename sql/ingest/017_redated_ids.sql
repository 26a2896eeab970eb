-- Purpose: how many staged rows of banks may be those whose date the bank has corrected: a stored row has their row_id, currency and
--          amount, and another date. Both count.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   rows that are stored as they are, and identifiers of rows of several dates, which name no row, are left out.
-- Parameters: none

with named as materialized (
  select issuer, row_id, line, booked_on, currency, amount_minor, digest::text as digest
  from stage_bank_rows
  where row_id is not null
),
own as materialized (
  select issuer, row_id from named group by issuer, row_id having count(distinct digest) = 1
),
compared as (
  select n.line,
         bool_or(s.digest::text = n.digest) as is_stored,
         bool_or(s.booked_on <> n.booked_on and s.currency = n.currency and s.amount_minor = n.amount_minor) as is_redated,
         count(distinct s.booked_on) as dates
  from named n
  join own o on o.issuer = n.issuer and o.row_id = n.row_id
  join bank_rows s on s.issuer = n.issuer and s.row_id = n.row_id
  group by n.line
)
select count(*)::integer as rows, min(line)::text as line
from compared
where is_redated and dates = 1 and not is_stored
