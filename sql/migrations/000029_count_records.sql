-- Purpose: how many records there are in each five minutes, so that silent stretches are found without reading evidence;
--          and the stretches without the records that were to be expected.
-- Grain:   record_counts: one row per source, region, kind and five minutes in which it brought records that are stored;
--          slot_at is when the five minutes begin. coverage_gaps: one row per gap and stretch of runs that knew it;
--          file is the first missing one of so many expected files, or empty if the silence itself tells.
--          source_names: one row per other name under which the bytes of a source came again, as empty files do.
-- Units:   expected in records.

create table record_counts (
  source_id integer not null,
  region    text collate "C" not null,
  kind      text collate "C" not null,
  slot_at   timestamptz not null,
  records   integer not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  constraint record_counts_pkey primary key (source_id, region, kind, slot_at),
  constraint record_counts_of_source foreign key (source_id) references sources (source_id)
);

create index record_counts_by_time on record_counts (region, kind, slot_at);

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
select r.source_id, r.region, r.kind, date_bin('5 minutes', r.at, '2000-01-01 00:00:00Z'), count(*), min(r.at), max(r.at)
from (
  select source_id, region, 'pay-in' as kind, requested_at as at from pay_ins
  union all
  select source_id, region, 'callback', received_at from callbacks
) r
join sources s on s.source_id = r.source_id
-- What is said to be from the time after it was read tells nothing.
where r.at <= s.read_at + interval '1 day'
group by 1, 2, 3, 4;

create table coverage_gaps (
  region    text collate "C" not null,
  kind      text collate "C" not null,
  from_at   timestamptz not null,
  to_at     timestamptz not null,
  expected  integer not null,
  file      text collate "C" not null,
  files     integer not null,
  from_run  integer not null,
  until_run integer,
  constraint coverage_gaps_pkey primary key (region, kind, from_at, file, from_run)
);

create index coverage_gaps_open on coverage_gaps (region, from_at) where until_run is null;

create table source_names (
  source_id integer not null,
  name      text collate "C" not null,
  constraint source_names_pkey primary key (source_id, name),
  constraint source_names_of_source foreign key (source_id) references sources (source_id)
);

-- By which settings and declarations the run looked for gaps; null for a run that did not look.
alter table runs add column gap_rules text collate "C";

create index audit_entries_nothing_logged on audit_entries (entry) where action = 'nothing-logged';
