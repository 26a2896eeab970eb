-- Purpose: closed periods agree with the audit trail: each begins with an entry that closes or reopens, is closed through the
--          date of that entry, returns to the date before its closing, and lasts until the region's next such entry.
-- Grain:   one row per period that differs from its entry or has none, and per entry without its period.
-- Rules:   an entry after which nothing of the region is closed has no period. A period that a reopening returns to is that of
--          the newest closing through its date.
-- Parameters: none

with decided as materialized (
  select entry, region, action, after::json ->> 'through' as through, before::json ->> 'through' as previous,
         lead(entry) over (partition by region order by entry) as next_entry
  from audit_entries
  where action in ('close', 'reopen-period')
),
closing_of as (
  select d.entry, d.region, d.through, d.next_entry, max(c.entry) as closing
  from decided d
  left join decided c on c.region = d.region and c.through = d.through and c.action = 'close' and c.entry <= d.entry
  where d.through is not null
  group by d.entry, d.region, d.through, d.next_entry
),
expected as (
  select d.entry, d.region, d.through, c.previous, d.next_entry
  from closing_of d
  left join decided c on c.entry = d.closing
),
kept as (
  select from_entry as entry, region, to_char(through_date, 'YYYY-MM-DD') as through,
         to_char(previous_through, 'YYYY-MM-DD') as previous, until_entry as next_entry
  from closings
)
select 'closing of ' || case coalesce(e.region, k.region) when '' then 'other' else coalesce(e.region, k.region) end
         || ' from entry ' || coalesce(e.entry, k.entry) as what,
       case
         when e.entry is null then 'an entry of the audit trail that closes it'
         else 'closed through ' || e.through || ', before ' || coalesce(e.previous, 'none') || ', until '
           || coalesce('entry ' || e.next_entry, 'now')
       end as expected,
       case
         when k.entry is null then 'none'
         else 'closed through ' || k.through || ', before ' || coalesce(k.previous, 'none') || ', until '
           || coalesce('entry ' || k.next_entry, 'now')
       end as actual
from expected e
full join kept k on k.entry = e.entry and k.region = e.region
where e.entry is null
   or k.entry is null
   or k.through <> e.through
   or k.previous is distinct from e.previous
   or k.next_entry is distinct from e.next_entry
order by coalesce(e.region, k.region) collate "C", coalesce(e.entry, k.entry)
limit 20
