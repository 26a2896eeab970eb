-- Purpose: broken rules that hold in one variant of the interface only: those of another variant than that of the
--          record's region go, and so do those on kept fields that the kept texts do not show (any more).
-- Grain:   one row per violation that goes.
-- Parameters: fields, rules text[] (every rule that holds in one variant only, by its field and its words);
--             of_regions, of_fields, of_rules text[] (those that hold in the variant of each region);
--             kept_fields text[] (fields whose texts are kept, and whose violations have been staged anew)

delete from violations as v
using (
  select order_no, logged_at, digest, region from pay_ins
  union all
  select order_no, logged_at, digest, region from callbacks
) r
where v.order_no = r.order_no
  and v.logged_at = r.logged_at
  and v.digest = r.digest
  and (v.field, v.rule) in (select * from unnest(:fields::text[], :rules::text[]))
  and (
    (r.region, v.field, v.rule) not in (
      select * from unnest(:of_regions::text[], :of_fields::text[], :of_rules::text[])
    )
    or (
      v.field = any (:kept_fields::text[])
      and not exists (
        select from stage_violations s
        where s.order_no = v.order_no
          and s.logged_at = v.logged_at
          and s.digest = v.digest
          and s.field = v.field
          and s.rule = v.rule
      )
    )
  )
