-- Purpose: adds the staged rows of statements that are not stored yet.
-- Grain:   one row per distinct row; of equal ones with the same row_id in a source the first line's.
-- Parameters: source integer (the source being kept)
-- Parts: condition (whether a row s is not stored), conflict (what becomes of one that is, where that is not known)

insert into statements (
  order_no, merchant_id, logged_at, digest, region, issuer, row_key, row_id, type, type_text, status, status_text,
  trade_no, sub_merchant_id, payment_method, currency, gross_minor, gross_text, fee_minor, fee_text, net_minor,
  net_text, completed_at, completed_at_text, offset_source, time_ambiguous, settled_on, settled_on_text, payout_id,
  source_id, line
)
select distinct on (order_no, logged_at, digest)
       order_no, merchant_id, logged_at, digest, region, issuer, row_key, row_id, type, type_text, status, status_text,
       trade_no, sub_merchant_id, payment_method, currency, gross_minor, gross_text, fee_minor, fee_text, net_minor,
       net_text, completed_at, completed_at_text, offset_source, time_ambiguous, settled_on, settled_on_text, payout_id,
       :source::integer, line
from stage_statements s
where :condition
order by order_no, logged_at, digest, line
:conflict
