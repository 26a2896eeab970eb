-- Purpose: removes the rows that a table held on the coordinator before it was distributed: they are on the workers
--          now, and no statement sees the local ones.
-- Grain:   one row per table.
-- Parameters: tables text[] (those that 010_by_order.sql has distributed)

select t.name, truncate_local_data_after_distributing_table(t.name::regclass)
from unnest(:tables::text[]) with ordinality as t (name, place)
order by t.place
