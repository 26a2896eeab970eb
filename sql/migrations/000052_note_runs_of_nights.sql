-- Purpose: from which run on the next message about a night of a region has news. An attempt may have published a version, or
--          let orders expire, and have ended before its message was written; other runs let orders expire in between.
-- Grain:   one row per run that a night of a region has made, from the last one whose message was written. Few rows, on the
--          coordinator of a cluster.

create table night_runs (
  run_id    integer not null,
  -- As in versions.
  region    text collate "C" not null,
  -- Whether its message was written.
  announced boolean not null default false,
  constraint night_runs_pkey primary key (run_id)
);
