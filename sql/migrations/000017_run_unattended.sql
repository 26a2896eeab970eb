-- Purpose: what nights without anyone need: runs of jobs, how far queries were read, messages, and alarms.
-- Grain:   job_plans: one row per job and region; job_runs: one row per due run, or run that somebody asked for;
--          source_marks: one row per source that is a query; known_rejects: one row per row of a query that was rejected
--          and that the next read meets again; outbox: one row per message and channel; watch_alarms: one
--          row per alarm. Few rows, on the coordinator of a cluster.
-- Units:   timestamps in UTC; region is the name of a region, 'other' for orders without one, 'all' for a job, alarm or
--          message that is of none in particular; dates in the region's zone.

-- Since when a job's due runs are kept; what was due before is nobody's.
create table job_plans (
  job          text collate "C" not null,
  region       text collate "C" not null,
  planned_from timestamptz not null,
  constraint job_plans_pkey primary key (job, region)
);

-- outcome: due (not begun), running, done, failed (again at retry_at), superseded (by a later run that makes up for it).
create table job_runs (
  job         text collate "C" not null,
  region      text collate "C" not null,
  due_at      timestamptz not null,
  by_hand     boolean not null,
  -- The business date that it is about, if it is about one.
  date        date,
  -- How many due runs it makes up for.
  stands_for  integer not null default 1,
  -- How often it was begun, and how often it, and what it makes up for, failed or was cut off.
  attempt     integer not null default 0,
  failures    integer not null default 0,
  outcome     text collate "C" not null,
  started_at  timestamptz,
  ended_at    timestamptz,
  retry_at    timestamptz,
  -- Whether people were told that it fails.
  told        boolean not null default false,
  fault       text collate "C",
  constraint job_runs_pkey primary key (job, region, due_at, by_hand),
  constraint job_runs_outcome check (outcome in ('due', 'running', 'done', 'failed', 'superseded'))
);

create index job_runs_open on job_runs (job, region, due_at) where outcome in ('due', 'running', 'failed');

-- The greatest value of the watermark column that was read, as PostgreSQL writes it; null as long as there was no row.
create table source_marks (
  name      text collate "C" not null,
  -- SHA-256 over the query and how it is read: another query begins anew.
  reading   text collate "C" not null,
  watermark text collate "C",
  read_at   timestamptz not null,
  constraint source_marks_pkey primary key (name)
);

-- So that a row which belongs to no order is told once, and not with every read that begins before it.
create table known_rejects (
  name   text collate "C" not null,
  -- First 128 bits of SHA-256 over the row, in hexadecimal digits.
  digest text collate "C" not null,
  constraint known_rejects_pkey primary key (name, digest)
);

-- Written in the transaction of what it tells of; facts are JSON, in no language. One message for one thing: key.
create table outbox (
  message_id  bigint generated always as identity,
  channel     text collate "C" not null,
  key         text collate "C" not null,
  topic       text collate "C" not null,
  severity    text collate "C" not null,
  facts       text collate "C" not null,
  written_at  timestamptz not null,
  -- Not to be tried before.
  due_at      timestamptz not null,
  attempts    integer not null default 0,
  sent_at     timestamptz,
  -- Since when it is not tried any more.
  given_up_at timestamptz,
  last_error  text collate "C",
  constraint outbox_pkey primary key (message_id),
  constraint outbox_once unique (channel, key)
);

create index outbox_waiting on outbox (channel, due_at) where sent_at is null and given_up_at is null;

create table watch_alarms (
  alarm_id       bigint generated always as identity,
  measure        text collate "C" not null,
  region         text collate "C" not null,
  merchant_id    text collate "C" not null,
  payment_method text collate "C" not null,
  -- When what is unusual began, was noticed, and ended.
  since          timestamptz not null,
  raised_at      timestamptz not null,
  ended_at       timestamptz,
  -- What was seen and what was to be expected, as JSON.
  facts          text collate "C" not null,
  constraint watch_alarms_pkey primary key (alarm_id)
);

create unique index watch_alarms_open on watch_alarms (measure, region, merchant_id, payment_method)
  where ended_at is null;
