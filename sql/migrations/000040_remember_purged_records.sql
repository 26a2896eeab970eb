-- Purpose: what was purged is known again. The same records in other bytes (a packed log, a file read again after it was
--          withdrawn) counted as new, and dates that are final got adjustments for orders that they had already.
-- Grain:   one row per record that was purged, by its digest. No value of a record is kept.

create table purged_records (
  digest uuid not null,
  constraint purged_records_pkey primary key (digest)
);
