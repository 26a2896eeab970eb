-- Purpose: the rules of the interface that a record breaks, as one text; null for none.
-- Grain:   one value.
-- Rules:   this file is no statement of its own: it is a value of callbacks.sql and orders.sql. It is looked up record by record:
--          the planner takes orders of many merchants for a single one, and would look through all for each.
-- Parameters: last_source integer; mandatory_rule text, absent_fields text[]
-- Parts:   record: the record

(
  select string_agg(v.field || ': ' || v.rule || ' (' || v.shape || ')', '; ' order by v.field, v.rule)
  from violations v
  where v.order_no = :record.order_no
    and v.merchant_id = :record.merchant_id
    and v.logged_at = :record.logged_at
    and v.digest = :record.digest
    and v.source_id <= :last_source::integer
    and not (v.rule = :mandatory_rule::text and v.field = any (:absent_fields::text[]))
)
