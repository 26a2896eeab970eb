-- Purpose: the decisions about findings agree with the audit trail: each period of a case begins with an entry about
--          that finding, in the state that the entry led to, and lasts until the next entry about it. A write-off waits
--          for approval where the entry says so, for the person and the amount of the entry. Its assignee, note and reasons
--          are those of the entry.
-- Grain:   one row per period without such an entry, and per entry about a finding without its period.
-- Parameters: none

with decided as (
  select entry, order_no, merchant_id, code, replace(after::json ->> 'state', '-', '_') as state,
         after::json #>> '{awaiting,by}' as awaiting_by, after::json #>> '{awaiting,currency}' as awaiting_currency,
         after::json #>> '{awaiting,amount_minor}' as awaiting_amount_minor,
         json_build_array(
           after::json ->> 'assignee', after::json ->> 'note', after::json ->> 'reason', after::json #>> '{awaiting,reason}'
         )::text as texts,
         lead(entry) over (partition by order_no, merchant_id, code order by entry) as next_entry
  from audit_entries
  where order_no is not null and code is not null and after is not null
)
select 'case ' || c.code || ' of order ' || c.order_no as what,
       coalesce(
         'entry ' || d.entry || ': ' || d.state || coalesce(', asked by ' || d.awaiting_by, '')
           || coalesce(' for ' || d.awaiting_amount_minor, '') || ', until ' || coalesce(d.next_entry::text, 'now')
           || case when c.texts = d.texts then '' else '; assignee, note, reasons: ' || d.texts end,
         'an entry ' || c.from_entry || ' of the audit trail about it'
       ) as expected,
       c.state || coalesce(', asked by ' || c.awaiting_by, '')
         || coalesce(' for ' || c.awaiting_amount_minor::text, '') || ', until ' || coalesce(c.until_entry::text, 'now')
         || case when c.texts = d.texts then '' else '; assignee, note, reasons: ' || c.texts end as actual
from (
  select *, json_build_array(assignee, note, reason, awaiting_reason)::text as texts from case_states
) c
left join decided d
  on d.order_no = c.order_no and d.merchant_id = c.merchant_id and d.code = c.code and d.entry = c.from_entry
where d.entry is null
   or c.state is distinct from d.state
   or c.awaiting_by is distinct from d.awaiting_by
   or c.awaiting_currency is distinct from d.awaiting_currency
   or c.awaiting_amount_minor::text is distinct from d.awaiting_amount_minor
   or c.until_entry is distinct from d.next_entry
   or c.texts is distinct from d.texts
union all
select 'case ' || d.code || ' of order ' || d.order_no, 'a stretch from entry ' || d.entry, 'none'
from decided d
left join case_states c
  on c.order_no = d.order_no and c.merchant_id = d.merchant_id and c.code = d.code and c.from_entry = d.entry
where c.order_no is null
order by what, expected
limit 20
