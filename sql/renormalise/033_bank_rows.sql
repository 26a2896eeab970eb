-- Purpose: updates rows of account statements to the values that corrected settings read from their kept texts.
-- Grain:   one row per staged row, each of which reads differently than before.
-- Parameters: none

update bank_rows as p
set region = s.region,
    booked_on = s.booked_on,
    amount_minor = s.amount_minor
from stage_bank_rows s
where p.logged_at = s.logged_at
  and p.digest = s.digest
