-- Purpose: what is read of one source, until it is kept: of this session alone, so that any number of sources can be read
--          at once, and gone with whoever was reading.
-- Grain:   stage_pay_ins, stage_callbacks: one row per record; stage_violations: per record and broken rule;
--          stage_rejects: per line that belongs to no order. source_id is empty as long as the source is being read.
-- Parameters: none; several statements

create temporary table if not exists stage_pay_ins on commit delete rows as select * from pay_ins with no data;
create temporary table if not exists stage_callbacks on commit delete rows as select * from callbacks with no data;
create temporary table if not exists stage_violations on commit delete rows as select * from violations with no data;
create temporary table if not exists stage_rejects on commit delete rows as select * from rejects with no data;
