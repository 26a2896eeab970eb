-- Purpose: adds the staged callbacks that are not stored yet.
-- Grain:   one row per distinct record; of equal ones in a source the first line's.
-- Parameters: source integer (the source being kept)
-- Parts: condition (whether a record s is not stored), conflict (what becomes of one that is, where that is not known)

insert into callbacks (
  order_no, merchant_id, logged_at, digest, region, trade_no, sub_merchant_id, payment_method, status, currency,
  amount_minor, amount_text, transaction_time_text, completed_at, offset_source, completed_impossible,
  received_at_text, timestamp_text, received_at, verified, ack, time_unreadable, time_ambiguous,
  offset_disagrees, source_id, line
)
select distinct on (order_no, logged_at, digest)
       order_no, merchant_id, logged_at, digest, region, trade_no, sub_merchant_id, payment_method, status,
       currency, amount_minor, amount_text, transaction_time_text, completed_at, offset_source,
       completed_impossible, received_at_text, timestamp_text, received_at, verified, ack, time_unreadable,
       time_ambiguous, offset_disagrees, :source::integer, line
from stage_callbacks s
where :condition
order by order_no, logged_at, digest, line
:conflict
