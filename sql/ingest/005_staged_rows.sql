-- Purpose: rejected rows of a query that is being read, to compare with the rows that were rejected before.
-- Grain:   one row per rejected row; comes_again is whether the next reading will read it again.
-- Parameters: none

create temporary table if not exists stage_rejected_rows (
  line        bigint,
  digest      text collate "C",
  comes_again boolean
) on commit delete rows
