-- Purpose: updates rows of statements to the values that corrected settings read from their kept texts.
-- Grain:   one row per staged row, each of which reads differently than before.
-- Parameters: none

update statements as p
set region = s.region,
    type = s.type,
    status = s.status,
    gross_minor = s.gross_minor,
    fee_minor = s.fee_minor,
    net_minor = s.net_minor,
    completed_at = s.completed_at,
    offset_source = s.offset_source,
    time_ambiguous = s.time_ambiguous,
    settled_on = s.settled_on
from stage_statements s
where p.order_no = s.order_no
  and p.logged_at = s.logged_at
  and p.digest = s.digest
