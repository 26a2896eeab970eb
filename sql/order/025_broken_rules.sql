-- Purpose: the rules of the interface that some records break.
-- Grain:   one row per broken rule of a record.
-- Rules:   asked by what the primary key begins with: under one number there may be the records of hundreds of merchants.
-- Parameters: order_nos text[]; logged_ats timestamptz[]; digests uuid[] (of the records, in the same order)

with records as materialized (
  select distinct r.order_no collate "C" as order_no, r.logged_at, r.digest
  from unnest(:order_nos::text[], :logged_ats::timestamptz[], :digests::uuid[]) as r (order_no, logged_at, digest)
)
select v.digest, v.field, v.rule, v.shape
from records r
join violations v on v.order_no = r.order_no and v.logged_at = r.logged_at and v.digest = r.digest
order by v.order_no, v.logged_at, v.digest, v.field, v.rule
