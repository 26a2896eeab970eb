-- Purpose: which published versions were sent where, and which files lie there.
-- Grain:   deliveries: one row per delivery of the settings and published version that it takes; delivered_files: one row
--          per file at a place, the newest that was sent under its name. Few rows, on the coordinator of a cluster.
-- Units:   timestamps in UTC; date and region as in versions; bytes and digests of the files as they were sent.

create table deliveries (
  -- Its name in the settings.
  delivery      text collate "C" not null,
  date          date not null,
  region        text collate "C" not null,
  version       integer not null,
  -- When it was found to be due.
  found_at      timestamptz not null,
  -- Not to be tried before.
  due_at        timestamptz not null,
  attempts      integer not null default 0,
  sent_at       timestamptz,
  -- A later version has taken its place before it was sent.
  superseded_at timestamptz,
  files         integer,
  last_error    text collate "C",
  constraint deliveries_pkey primary key (delivery, date, region, version)
);

create index deliveries_waiting on deliveries (delivery, due_at) where sent_at is null and superseded_at is null;

create table delivered_files (
  delivery text collate "C" not null,
  -- Where: an address without user, password and query, or a folder.
  place    text collate "C" not null,
  folder   text collate "C" not null,
  name     text collate "C" not null,
  bytes    bigint not null,
  sha256   text collate "C" not null,
  date     date not null,
  region   text collate "C" not null,
  version  integer not null,
  constraint delivered_files_pkey primary key (delivery, place, folder, name)
);
