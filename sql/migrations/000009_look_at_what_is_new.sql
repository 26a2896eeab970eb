-- Purpose: lets a run find what is new and what is open without looking at anything else that is stored.
-- Grain:   looks: one row per region that was looked at, of the newest run that did; strays: one row per callback that
--          came without, or before, a pay-in record of its own key; work_keys: one row per order that the run at hand
--          looks at.
-- Units:   *_at and as_of as instants; amended_by and violations.source_id name the source that a row was last
--          changed by, or came with, so that a duplicate that tells something new is noticed like a new record.

create table looks (
  region         text collate "C" not null,
  run_id         integer not null,
  as_of          timestamptz not null,
  last_source_id integer not null,
  -- SHA-256 of all that a verdict depends on but evidence and as-of: settings, program, rules of time zones.
  lens           text collate "C" not null,
  constraint looks_pkey primary key (region)
);

create table strays (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  digest      uuid not null,
  trade_no    text collate "C" not null,
  received_at timestamptz not null,
  constraint strays_pkey primary key (order_no, merchant_id, digest)
);

alter table pay_ins add column amended_by integer;

alter table stage_pay_ins add column amended_by integer;

alter table callbacks add column amended_by integer;

alter table stage_callbacks add column amended_by integer;

alter table violations add column source_id integer not null default 0;

alter table stage_violations add column source_id integer not null default 0;

create index pay_ins_by_source on pay_ins (source_id);

create index pay_ins_amended on pay_ins (amended_by) where amended_by is not null;

create index pay_ins_by_time on pay_ins (requested_at);

-- By hash: a text of any length.
create index pay_ins_by_trade_no on pay_ins using hash (trade_no);

create index callbacks_by_source on callbacks (source_id);

create index callbacks_amended on callbacks (amended_by) where amended_by is not null;

create index callbacks_by_time on callbacks (received_at);

create index callbacks_unverified on callbacks (order_no) where verified = false;

create index violations_by_source on violations (source_id);

-- Orders that go on to another outcome by time alone.
create index order_results_waiting on order_results (deadline_at)
  where until_run is null and outcome in ('PENDING', 'STUCK');

create unlogged table work_keys (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  -- 0: it has news; 1 and up: it shares a tradeNo with one of the round before, and may be judged otherwise for it.
  round       integer not null
);

-- The newest run that was found to show the same facts as the version, so that they are not compared again; null where
-- that is the version's own.
alter table versions add column checked_run integer;

-- Whether the version's folder was seen in its place after it was kept; one that was not, since the run was killed
-- between the two, is put there by the next run, whichever date that is for.
alter table versions add column placed boolean not null default true;

-- SHA-256 over the names and digests of the version's files, so that one that is written again is known to be the same;
-- null for a version of a program that did not keep it.
alter table versions add column files_sha256 text collate "C";
