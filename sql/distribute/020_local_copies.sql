-- Purpose: takes out the rows that a table held on the coordinator before it was spread: they lie on the workers now, and
--          no statement sees them.
-- Grain:   one row per table.
-- Parameters: tables text[] (those that 010_by_order.sql has spread)

select t.name, truncate_local_data_after_distributing_table(t.name::regclass)
from unnest(:tables::text[]) with ordinality as t (name, place)
order by t.place
