-- Purpose: broken rules of one variant of the interface only, of records that now belong to another region: they go,
--          and those of the new variant that the kept texts show are added from staging.
-- Grain:   one row per violation that goes.
-- Parameters: fields, rules text[] (every rule that holds in one variant only, by its field and its words)

delete from violations as v
using (
  select p.order_no, p.logged_at, p.digest
  from stage_pay_ins s
  join pay_ins p on p.order_no = s.order_no and p.logged_at = s.logged_at and p.digest = s.digest
  where p.region <> s.region
  union all
  select c.order_no, c.logged_at, c.digest
  from stage_callbacks s
  join callbacks c on c.order_no = s.order_no and c.logged_at = s.logged_at and c.digest = s.digest
  where c.region <> s.region
) moved,
unnest(:fields::text[], :rules::text[]) as special (field, rule)
where v.order_no = moved.order_no
  and v.logged_at = moved.logged_at
  and v.digest = moved.digest
  and v.field = special.field
  and v.rule = special.rule
