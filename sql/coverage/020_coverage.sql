-- Purpose: whether a date of a region was covered by what a run knew.
-- Grain:   one row; none for a run that did not keep its coverage.
-- Rules:   covered when the date was over at the as-of and both kinds of record are complete to its end: by a
--          declaration, or by a newest record no further from the end than the permitted quiet time.
-- Units:   until_* as instants, the later of newest record and declaration.
-- Parameters: run integer; region text; date_ends, as_of timestamptz

with reach as (
  select pay_ins_at, callbacks_at, declared_until, quiet_seconds,
         :date_ends::timestamptz - make_interval(secs => quiet_seconds) as quiet_from,
         coalesce(declared_until >= :date_ends::timestamptz, false) as is_declared
  from run_coverage
  where run_id = :run::integer and region = :region::text
)
select greatest(pay_ins_at, declared_until) as pay_ins_until,
       greatest(callbacks_at, declared_until) as callbacks_until,
       quiet_seconds,
       is_declared or coalesce(pay_ins_at >= quiet_from, false) as pay_ins_reach,
       is_declared or coalesce(callbacks_at >= quiet_from, false) as callbacks_reach,
       :as_of::timestamptz >= :date_ends::timestamptz as is_over
from reach
