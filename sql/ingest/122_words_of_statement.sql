-- Purpose: the words of the staged rows of statements that may be mapped to no type or status.
-- Grain:   one row per issuer, field and word; the most frequent first.
-- Rules:   the words that are mapped to other are among them.
-- Parameters: none

select issuer, 'type' as field, type_text as text, count(*)::integer as rows
from stage_statements
where type = 'other' and type_text is not null
group by issuer, type_text
union all
select issuer, 'status', status_text, count(*)::integer
from stage_statements
where status = 'unknown' and status_text is not null
group by issuer, status_text
order by issuer, field desc, rows desc, text
