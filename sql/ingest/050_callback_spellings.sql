-- Purpose: like 040_pay_in_spellings.sql, for callbacks.
-- Grain:   one row per duplicate whose spelling is less than the stored one.
-- Parameters: source integer (the source being kept)

with spelled as (
  select order_no, logged_at, digest, min(amount_text) as amount_text
  from stage_callbacks
  group by order_no, logged_at, digest
)
update callbacks as c
set amount_text = s.amount_text,
    amended_by = :source::integer
from spelled s
where c.order_no = s.order_no
  and c.logged_at = s.logged_at
  and c.digest = s.digest
  and s.amount_text < c.amount_text
