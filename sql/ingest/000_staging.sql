-- Purpose: staging tables for what is read of one source, until it is kept. They belong to the session, so that any number
--          of sources can be read at the same time, and they go when the session ends.
-- Grain:   stage_pay_ins, stage_callbacks, stage_statements, stage_bank_rows: one row per record; stage_violations: per record and broken rule;
--          stage_rejects: per line that belongs to no order; stage_restated: per row of a statement or a bank that says again
--          what it said before a correction. source_id is empty while the source is being read.
-- Parameters: none; several statements

create temporary table if not exists stage_pay_ins on commit delete rows as select * from pay_ins with no data;
create temporary table if not exists stage_callbacks on commit delete rows as select * from callbacks with no data;
create temporary table if not exists stage_violations on commit delete rows as select * from violations with no data;
create temporary table if not exists stage_rejects on commit delete rows as select * from rejects with no data;
create temporary table if not exists stage_statements on commit delete rows as select * from statements with no data;
create temporary table if not exists stage_bank_rows on commit delete rows as select * from bank_rows with no data;
create temporary table if not exists stage_restated (line bigint not null, digest uuid not null) on commit delete rows;
