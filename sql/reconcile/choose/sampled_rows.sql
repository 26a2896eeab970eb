-- Purpose: the rows of statements by whose amounts scaled_sources.sql finds the unit of their source.
-- Grain:   one row per row of a statement: the first 1,000 paid payments of each source that this run looks at.
-- Parameters: none

insert into work_sampled (
  source_id, order_no, merchant_id, trade_no, logged_at, digest, issuer, row_key, row_id, currency, gross_minor
)
with touched as materialized (
  select source_id from work_touched
),
numbered as (
  select s.source_id, s.order_no, s.merchant_id, s.trade_no, s.logged_at, s.digest, s.issuer, s.row_key, s.row_id,
         s.currency, s.gross_minor, row_number() over (partition by s.source_id order by s.line, s.digest) as position
  from touched t
  join statements s on s.source_id = t.source_id
  where s.type = 'payment' and s.status = 'paid' and s.gross_minor > 0
)
select source_id, order_no, merchant_id, trade_no, logged_at, digest, issuer, row_key, row_id, currency, gross_minor
from numbered
where position <= 1000
