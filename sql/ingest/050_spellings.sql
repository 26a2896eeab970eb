-- Purpose: keeps the least spelling of equal amounts. Duplicates of a record can spell them differently (2e4, 20000), and
--          reports must not depend on which was read first.
-- Grain:   one row per pay-in record or callback with a duplicate whose spelling is less than the stored one.
-- Parameters: source integer (the source being kept)
-- Parts:   staged, stored (the tables); staged_response, stored_response (the spelling of the amount in a response, of s and p);
--          spelled_in_response (keeps it, if the table has it)

with spelled as (
  select s.order_no, s.logged_at, s.digest, min(s.amount_text) as amount_text, min(:staged_response) as response_amount_text
  from :staged s
  join :stored p on p.order_no = s.order_no and p.logged_at = s.logged_at and p.digest = s.digest
  where s.amount_text < p.amount_text or :staged_response < :stored_response
  group by s.order_no, s.logged_at, s.digest
)
update :stored as p
set amount_text = least(p.amount_text, t.amount_text),
    :spelled_in_response
    amended_by = :source::integer
from spelled t
where p.order_no = t.order_no
  and p.logged_at = t.logged_at
  and p.digest = t.digest
