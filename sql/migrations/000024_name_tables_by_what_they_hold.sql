-- Purpose: tables and columns named by what they hold: what a run has judged, callbacks that no pay-in record matches,
--          dates whose adjustments were reported, the coverage of sources and runs, and runs of jobs.
-- Grain:   judgings: one row per region, of the newest run that judged it; unmatched_callbacks: one row per callback;
--          reported_dates: one row per date and region; source_coverage: one row per source, kind of record and region;
--          coverage_declarations: one row per declaration; run_coverage: one row per run and region; job_runs: one row per
--          due run of a job.

alter table looks rename to judgings;
alter table judgings rename column lens to judging_digest;
alter index looks_pkey rename to judgings_pkey;

alter table strays rename to unmatched_callbacks;
-- A cluster renames the index of a distributed table, and the constraint with it, but no constraint by itself.
alter index strays_pkey rename to unmatched_callbacks_pkey;

alter table told_dates rename to reported_dates;
alter index told_dates_pkey rename to reported_dates_pkey;

alter table source_reaches rename to source_coverage;
alter index source_reaches_pkey rename to source_coverage_pkey;
alter table source_coverage rename constraint source_reaches_of_source to source_coverage_of_source;

alter table reach_declarations rename to coverage_declarations;
alter index reach_declarations_pkey rename to coverage_declarations_pkey;
alter table coverage_declarations rename constraint reach_declarations_of_source to coverage_declarations_of_source;
alter sequence reach_declarations_declaration_id_seq rename to coverage_declarations_declaration_id_seq;

alter table run_reaches rename to run_coverage;
alter index run_reaches_pkey rename to run_coverage_pkey;
alter table run_coverage rename constraint run_reaches_of_run to run_coverage_of_run;

alter table job_runs rename column told to is_reported;
alter table job_runs rename column stands_for to replaces_runs;
