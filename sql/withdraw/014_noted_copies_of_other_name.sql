-- Purpose: what was noted of a source's records that came under several names, for another name of the same bytes.
-- Grain:   one row per record.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)

insert into record_copies (
  order_no, merchant_id, kind, logged_at, digest, source_id, line, amount_text, response_amount_text, violations
)
select order_no, merchant_id, kind, logged_at, digest, :other::integer, line, amount_text, response_amount_text, violations
from record_copies
where source_id = :source::integer and withdrawn_by is null
