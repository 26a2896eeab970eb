-- Purpose: gives pay-in records or callbacks that stay the least spelling of their amounts among those that were not withdrawn.
-- Grain:   one row per record whose spelling a withdrawn source may have brought.
-- Parameters: sources integer[] (those withdrawn)
-- Parts:   records (the table); kind; spelled_in_response (the same of the amount in a response, if the table has it)

with spelled as (
  select c.order_no, c.logged_at, c.digest, min(c.amount_text) as amount_text, min(c.response_amount_text) as response_amount_text
  from record_copies c
  join :records p on p.order_no = c.order_no and p.logged_at = c.logged_at and p.digest = c.digest
  where c.kind = :kind
    and c.withdrawn_by is null
    and (p.source_id = any (:sources::integer[]) or p.amended_by = any (:sources::integer[]))
  group by c.order_no, c.logged_at, c.digest
)
update :records as p
set amount_text = t.amount_text,
    :spelled_in_response
    amended_by = case when p.amended_by = any (:sources::integer[]) then null else p.amended_by end
from spelled t
where p.order_no = t.order_no
  and p.logged_at = t.logged_at
  and p.digest = t.digest
