-- Purpose: deletes coverage read by the former settings that no run has used yet, before it is counted again.
-- Grain:   one row per source, kind and region that is deleted.
-- Parameters: none

delete from source_coverage
where after_run = (select coalesce(max(run_id), 0) from runs)
  and source_id in (select source_id from pay_ins union select source_id from callbacks
                    union select source_id from statements union select source_id from bank_rows)
