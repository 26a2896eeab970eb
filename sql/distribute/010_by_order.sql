-- Purpose: distributes the tables that grow with the number of orders over the workers of a Citus cluster, so that all
--          rows of an order are on one worker. Run at the end of every migration where the extension citus is
--          installed.
-- Grain:   one row per table that was distributed now; none where all of them are.
-- Rules:   the key is order_no: every join and every unique key has it. All tables are co-located with the first one,
--          so that equal order numbers are always together, whatever citus.shard_count is by then. Existing rows are
--          moved.
-- Parameters: tables text[] (the others are co-located with the first)

select t.name,
       create_distributed_table(
         t.name::regclass,
         'order_no',
         colocate_with => case when t.place = 1 then 'none' else (:tables::text[])[1] end
       )
from unnest(:tables::text[]) with ordinality as t (name, place)
where not exists (select from pg_dist_partition p where p.logicalrelid = t.name::regclass)
order by t.place
