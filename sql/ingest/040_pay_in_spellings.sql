-- Purpose: keeps the least spelling of equal amounts. Duplicates of a record can spell them differently (2e4, 20000), and
--          reports must not depend on which was read first.
-- Grain:   one row per duplicate whose spelling is less than the stored one.
-- Parameters: source integer (the source being kept)

with spelled as (
  select s.order_no, s.logged_at, s.digest, min(s.amount_text) as amount_text,
         min(s.response_amount_text) as response_amount_text
  from stage_pay_ins s
  join pay_ins p on p.order_no = s.order_no and p.logged_at = s.logged_at and p.digest = s.digest
  where s.amount_text < p.amount_text or s.response_amount_text < p.response_amount_text
  group by s.order_no, s.logged_at, s.digest
)
update pay_ins as p
set amount_text = least(p.amount_text, s.amount_text),
    response_amount_text = least(p.response_amount_text, s.response_amount_text),
    amended_by = :source::integer
from spelled s
where p.order_no = s.order_no and p.logged_at = s.logged_at and p.digest = s.digest
