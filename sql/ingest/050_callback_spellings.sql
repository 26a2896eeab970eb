-- Purpose: like 040_pay_in_spellings.sql, for callbacks.
-- Grain:   one row per duplicate whose spelling is less than the stored one.
-- Parameters: source integer (the source being kept)

with spelled as (
  select s.order_no, s.logged_at, s.digest, min(s.amount_text) as amount_text
  from stage_callbacks s
  join callbacks c on c.order_no = s.order_no and c.logged_at = s.logged_at and c.digest = s.digest
  where s.amount_text < c.amount_text
  group by s.order_no, s.logged_at, s.digest
)
update callbacks as c
set amount_text = s.amount_text,
    amended_by = :source::integer
from spelled s
where c.order_no = s.order_no and c.logged_at = s.logged_at and c.digest = s.digest
