-- Purpose: which of the rows with one row_id was read last: of several statements of one row, that one counts.
-- Grain:   one row per issuer and row_key of the rows that are read.
-- Rules:   this file is no statement of its own: it is a CTE of others, whose CTE known has the sources that count, with their places
--          in the order of reading. Rows without a row_id have no other.
-- Parameters: none
-- Parts:   read: the rows whose names are looked up; stored: the table of all

newest as materialized (
  select distinct on (n.issuer, n.row_key) n.issuer, n.row_key, l.source_id, l.line
  from (
    select distinct issuer, row_key from :read where row_id is not null
  ) n
  join :stored l on l.issuer = n.issuer and l.row_key = n.row_key
  join known k on k.source_id = l.source_id
  where l.row_id is not null
  order by n.issuer, n.row_key, coalesce(l.place, k.place) desc, coalesce(l.place_line, l.line) desc,
           l.source_id desc
)
