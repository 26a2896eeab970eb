-- Purpose: every purged date was purged: the entry of the audit trail that it names is a purge, of dates up to it at least.
-- Grain:   one row per purged date without such an entry.
-- Rules:   a purge has the first date that it keeps of each region of its settings; of any other region it is the earliest of
--          these. Names of regions are those of their folders.
-- Parameters: none

with limits as materialized (
  select e.entry, l.key as folder, l.value as first_kept
  from audit_entries e
  cross join lateral json_each_text(
    case json_typeof(e.after::json -> 'before') when 'object' then e.after::json -> 'before' end
  ) l
  where e.action = 'purge'
),
purges as (
  select e.entry, min(l.first_kept) as earliest
  from audit_entries e
  left join limits l on l.entry = e.entry
  where e.action = 'purge'
  group by e.entry
)
select 'purged date ' || to_char(p.date, 'YYYY-MM-DD') || ' ' || case p.region when '' then 'other' else p.region end as what,
       coalesce(
         'before ' || coalesce(l.first_kept, e.earliest) || ', the first date that entry ' || p.entry || ' keeps',
         'an entry ' || p.entry || ' of the audit trail that purges it'
       ) as expected,
       case when e.entry is null then 'no such entry' else to_char(p.date, 'YYYY-MM-DD') end as actual
from purged_dates p
left join purges e on e.entry = p.entry
left join limits l on l.entry = p.entry and l.folder = case p.region when '' then 'other' else p.region end
where e.entry is null
   or to_char(p.date, 'YYYY-MM-DD') >= coalesce(l.first_kept, e.earliest)
order by p.date, p.region collate "C"
limit 20
