-- Purpose: rows of a bank on two dates are two rows, also with one row_id: a later file took the place of an earlier one where the
--          bank writes the same identifier on every row, or counts from 1 each day.
-- Grain:   one row per row of a bank that its row_id identified.

update bank_rows set row_key = row_id || ' ' || booked_on::text where row_key = row_id;
