-- Purpose: the sources of statements with rows that this run looks at.
-- Grain:   one row per source.
-- Parameters: known_source, last_source integer (the newest sources that any run before and this run know); as_of timestamptz

insert into work_touched (source_id)
select source_id from work_rows
union
select s.source_id
from work_revisited w
join statements s on s.order_no = w.order_no and s.logged_at = w.logged_at and s.digest = w.digest
union
select q.source_id
from record_counts c
join sources q on q.source_id = c.source_id
where c.kind = 'statement'
  and q.source_id > :known_source::integer
  and q.source_id <= :last_source::integer
  and q.read_at <= :as_of::timestamptz
