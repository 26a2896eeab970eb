-- Purpose: updates pay-in records to the values that corrected settings read from their kept texts.
-- Grain:   one row per staged record, each of which reads differently than before.
-- Parameters: none

update pay_ins as p
set region = s.region,
    amount_minor = s.amount_minor,
    requested_at = s.requested_at,
    answered_at = s.answered_at,
    created_at = s.created_at,
    expires_at = s.expires_at,
    response_amount_minor = s.response_amount_minor,
    time_unreadable = s.time_unreadable,
    time_ambiguous = s.time_ambiguous,
    offset_disagrees = s.offset_disagrees
from stage_pay_ins s
where p.order_no = s.order_no
  and p.logged_at = s.logged_at
  and p.digest = s.digest
