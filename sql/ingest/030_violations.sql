-- Purpose: adds the staged violations that are not stored yet, also those that only a duplicate has.
-- Grain:   one row per record, field and rule.
-- Parameters: source integer (the source being kept, for rows that name none)

insert into violations (order_no, merchant_id, logged_at, digest, field, rule, shape, source_id)
select distinct on (order_no, logged_at, digest, field, rule)
       order_no, merchant_id, logged_at, digest, field, rule, shape, coalesce(source_id, :source::integer)
from stage_violations
order by order_no, logged_at, digest, field, rule, shape
on conflict (order_no, logged_at, digest, field, rule) do nothing
