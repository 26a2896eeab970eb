-- Purpose: what may be the identifier of a payout in the reference of a bank row: the texts between spaces, and between
--          characters that identifiers do not have.
-- Grain:   one row per word; an expression in the place of a table.
-- Parameters: none
-- Parts:   reference (the column)

unnest(
  regexp_split_to_array(:reference, '\s+')
    || regexp_split_to_array(:reference, '[^a-zA-Z0-9_-]+')
    || regexp_split_to_array(:reference, '[^a-zA-Z0-9]+')
)
