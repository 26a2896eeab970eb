-- Purpose: the gaps that the newest run knows.
-- Grain:   one row per region and kind, of statements if any was read; 0 where there is none.
-- Units:   seconds: of all gaps together.
-- Parameters: regions text[]

select r.region, k.kind, count(g.kind)::integer as gaps,
       coalesce(sum(extract(epoch from g.to_at - g.from_at)), 0)::float8 as seconds
from unnest(:regions::text[]) as r (region)
cross join (values ('pay-in'), ('callback'), ('statement')) as k (kind)
left join coverage_gaps g on g.region = r.region and g.kind = k.kind and g.until_run is null
where k.kind <> 'statement' or exists (select from record_counts c where c.kind = 'statement')
group by r.region, k.kind
order by r.region collate "C", k.kind collate "C"
