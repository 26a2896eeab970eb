-- Purpose: updates callbacks to the values that corrected settings read from their kept texts.
-- Grain:   one row per staged record, each of which reads differently than before.
-- Parameters: none

update callbacks as c
set region = s.region,
    amount_minor = s.amount_minor,
    completed_at = s.completed_at,
    offset_source = s.offset_source,
    completed_impossible = s.completed_impossible,
    received_at = s.received_at,
    time_unreadable = s.time_unreadable,
    time_ambiguous = s.time_ambiguous,
    offset_disagrees = s.offset_disagrees
from stage_callbacks s
where c.order_no = s.order_no
  and c.logged_at = s.logged_at
  and c.digest = s.digest
