-- Purpose: of several statements of one row, the one that was read last counts, also where another source was withdrawn, or its own
--          was read again.
-- Grain:   sources, source_names: place is the number of the source that was read in its place in the order of reading, where that is
--          not its own: the bytes of another name came by that name when it was read.
--          statements, bank_rows: place and place_line are where a row was said last, of those sources that were not withdrawn;
--          null: where it was read first.

alter table sources add column place integer;

alter table source_names add column place integer;

alter table statements add column place integer, add column place_line bigint;

alter table bank_rows add column place integer, add column place_line bigint;
