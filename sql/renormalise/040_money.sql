-- Purpose: how the new readings change money: requested and notified amounts, before and after.
-- Grain:   one row per side and currency; amounts that cannot be read exactly are counted, not summed.
-- Units:   *_minor in minor units of the row's currency.
-- Parameters: none (runs before the staged values are applied)

with changed as (
  select 'requested' as side, p.currency, p.amount_minor as before_minor, s.amount_minor as after_minor
  from stage_pay_ins s
  join pay_ins p on p.order_no = s.order_no and p.logged_at = s.logged_at and p.digest = s.digest
  where p.has_request
  union all
  select 'notified', c.currency, c.amount_minor, s.amount_minor
  from stage_callbacks s
  join callbacks c on c.order_no = s.order_no and c.logged_at = s.logged_at and c.digest = s.digest
)
select side, currency, count(*) as records,
       coalesce(sum(before_minor), 0) as before_minor,
       coalesce(sum(after_minor), 0) as after_minor,
       count(*) filter (where before_minor is null) as before_unreadable,
       count(*) filter (where after_minor is null) as after_unreadable
from changed
group by side, currency
order by side desc, currency collate "C" nulls first
