-- Purpose: adds the staged rows of account statements that are not stored yet.
-- Grain:   one row per distinct row; of equal ones with the same row_id in a source the first line's.
-- Parameters: source integer (the source being kept)
-- Parts: condition (whether a row s is not stored), conflict (what becomes of one that is, where that is not known)

insert into bank_rows (
  logged_at, digest, region, issuer, row_key, row_id, booked_on, booked_on_text, currency, amount_minor, amount_text,
  reference, source_id, line
)
select distinct on (logged_at, digest)
       logged_at, digest, region, issuer, row_key, row_id, booked_on, booked_on_text, currency, amount_minor, amount_text,
       reference, :source::integer, line
from stage_bank_rows s
where :condition
order by logged_at, digest, line
:conflict
