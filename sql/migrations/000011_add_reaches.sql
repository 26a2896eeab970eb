-- Purpose: how far the data reaches, so that a date that is not covered yet can be called provisional.
-- Grain:   source_reaches: one row per source, kind of record and region that it has records of; reach_declarations:
--          one per time that somebody said how far a source is complete, the newest of a source counts; run_reaches:
--          one per run and region, what the run knew of them.
-- Units:   *_at and *_until as instants; quiet_seconds as the settings had it at the run; after_run is the newest run
--          that was kept before the row, so that a run knows the rows whose after_run is less than its own number.

create table source_reaches (
  source_id integer not null,
  kind      text collate "C" not null,
  region    text collate "C" not null,
  newest_at timestamptz not null,
  after_run integer not null,
  constraint source_reaches_pkey primary key (source_id, kind, region, after_run),
  constraint source_reaches_of_source foreign key (source_id) references sources (source_id)
);

create table reach_declarations (
  declaration_id integer generated always as identity,
  source_id      integer not null,
  complete_until timestamptz not null,
  declared_at    timestamptz not null,
  after_run      integer not null,
  constraint reach_declarations_pkey primary key (declaration_id),
  constraint reach_declarations_of_source foreign key (source_id) references sources (source_id)
);

create table run_reaches (
  run_id         integer not null,
  region         text collate "C" not null,
  pay_ins_at     timestamptz,
  callbacks_at   timestamptz,
  declared_until timestamptz,
  quiet_seconds  integer not null,
  constraint run_reaches_pkey primary key (run_id, region),
  constraint run_reaches_of_run foreign key (run_id) references runs (run_id)
);

-- What was read before, as far as it was stored.
insert into source_reaches (source_id, kind, region, newest_at, after_run)
with records as (
  select source_id, 'pay-in' as kind, region, requested_at as at from pay_ins
  union all
  select source_id, 'callback', region, received_at from callbacks
)
select r.source_id, r.kind, r.region, max(r.at), (select coalesce(max(run_id), 0) from runs)
from records r
join sources s on s.source_id = r.source_id
where r.at <= s.read_at
group by r.source_id, r.kind, r.region;
