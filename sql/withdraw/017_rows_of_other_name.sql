-- Purpose: notes the rows of statements, or of account statements, of a source as copies that another name of the same bytes brought.
-- Grain:   one row per row.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)
-- Parts:   records (the table); kind; order_key (order number and merchant)

insert into record_copies (
  order_no, merchant_id, kind, logged_at, digest, source_id, line, amount_text, response_amount_text, violations
)
select :order_key, :kind, p.logged_at, p.digest, :other::integer, p.line, null, null, '[]'::jsonb
from :records p
where p.source_id = :source::integer
on conflict (order_no, kind, logged_at, digest, source_id) do nothing
