-- Purpose: sources are staged in tables of the session that reads them (sql/ingest/000_staging.sql), so that several can
--          be read at once; and a run knows the newest declaration that it took into account, since one can be made
--          while it is at work.
-- Grain:   as before.

drop table stage_pay_ins, stage_callbacks, stage_violations;

-- Null for runs from before: those knew the declarations that were made after an earlier run.
alter table runs add column last_declaration integer;
