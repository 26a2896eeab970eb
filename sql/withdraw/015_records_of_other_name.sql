-- Purpose: notes the pay-ins or callbacks of a source as copies that another name of the same bytes brought.
-- Grain:   one row per record.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)
-- Parts:   records (the table); kind; response_amount (its spelling in the response)

insert into record_copies (
  order_no, merchant_id, kind, logged_at, digest, source_id, line, amount_text, response_amount_text, violations
)
select p.order_no, p.merchant_id, :kind, p.logged_at, p.digest, :other::integer, p.line, p.amount_text,
       :response_amount,
       coalesce((
         select jsonb_agg(jsonb_build_array(v.field, v.rule))
         from violations v
         where v.order_no = p.order_no and v.logged_at = p.logged_at and v.digest = p.digest
       ), '[]'::jsonb)
from :records p
where p.source_id = :source::integer
on conflict (order_no, kind, logged_at, digest, source_id) do nothing
