-- Purpose: sources of the settings that the last reading could not read whole, so that runs know what they lack.
-- Grain:   unread_sources: one row per source and kind of fault, as the last reading of the source found it;
--          run_unread_sources: the same, as a run found it. Few rows, on the coordinator of a cluster.
-- Units:   files counts the files, or the query, with that fault; example names the first of them, found says what is
--          wrong with it.

create table unread_sources (
  source  text collate "C" not null,
  code    text collate "C" not null,
  files   integer not null,
  example text collate "C" not null,
  found   text collate "C" not null,
  constraint unread_sources_pkey primary key (source, code)
);

create table run_unread_sources (
  run_id  integer not null,
  source  text collate "C" not null,
  code    text collate "C" not null,
  files   integer not null,
  example text collate "C" not null,
  found   text collate "C" not null,
  constraint run_unread_sources_pkey primary key (run_id, source, code),
  constraint run_unread_sources_of_run foreign key (run_id) references runs (run_id)
);

-- Whether the run is done, but for its message, which waits until every source is read whole: the run is due again then.
alter table job_runs add column held boolean not null default false;
