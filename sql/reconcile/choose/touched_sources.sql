-- Purpose: the sources of statements that this run looks at: those that the last judging did not know, and those of rows that may
--          count otherwise now.
-- Grain:   one row per source.
-- Parameters: since, last_source integer; as_of timestamptz

insert into work_touched (source_id)
with known as materialized (
  select source_id from sources where source_id <= :last_source::integer and read_at <= :as_of::timestamptz
)
select s.source_id
from work_revisited w
join statements s on s.order_no = w.order_no and s.logged_at = w.logged_at and s.digest = w.digest
union
select s.source_id
from statements s
join known k on k.source_id = s.source_id
where s.source_id > :since::integer
