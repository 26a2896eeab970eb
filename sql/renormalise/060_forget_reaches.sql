-- Purpose: makes room for the reaches by the corrected settings, where no run has seen the former ones yet.
-- Grain:   one row per source, kind and region that goes.
-- Parameters: none

delete from source_coverage
where after_run = (select coalesce(max(run_id), 0) from runs)
  and source_id in (select source_id from pay_ins union select source_id from callbacks)
