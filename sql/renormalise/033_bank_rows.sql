-- Purpose: updates rows of account statements to the values that corrected settings read from their kept texts, and to what
--          newer rules keep of a reference. The digest stays that of the row as it was read.
-- Grain:   one row per staged row, each of which reads differently than before.
-- Parameters: none

update bank_rows as p
set region = s.region,
    booked_on = s.booked_on,
    amount_minor = s.amount_minor,
    reference = s.reference
from stage_bank_rows s
where p.logged_at = s.logged_at
  and p.digest = s.digest
