-- Purpose: the newest withdrawal of a source by its name, or the end of it after a slash.
-- Grain:   one row, or none.
-- Parameters: name text

select after::jsonb ->> 'source' as source, entry, at, who, reason
from audit_entries
where action = 'withdraw'
  and (after::jsonb ->> 'source' = :name::text or right(after::jsonb ->> 'source', length(:name::text) + 1) = '/' || :name::text)
order by entry desc
limit 1
