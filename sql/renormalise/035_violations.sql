-- Purpose: deletes violations that depend on the region or on kept texts and no longer apply: those of rules that do
--          not apply in the record's region, and those on kept fields whose texts no longer show them.
-- Grain:   one row per violation that is deleted.
-- Parameters: fields, rules text[] (every such rule, by its field and its words); of_regions, of_fields, of_rules
--             text[] (those that apply in each region); kept_fields text[] (fields whose texts are kept, and whose
--             violations have been staged again)

with variant_rules as materialized (
  select field, rule from unnest(:fields::text[], :rules::text[]) as r (field, rule)
),
region_rules as materialized (
  select region, field, rule
  from unnest(:of_regions::text[], :of_fields::text[], :of_rules::text[]) as r (region, field, rule)
),
shown as materialized (
  select distinct order_no, logged_at, digest, field, rule from stage_violations
),
records as (
  select order_no, logged_at, digest, region from pay_ins
  union all
  select order_no, logged_at, digest, region from callbacks
),
gone as (
  select v.order_no, v.logged_at, v.digest, v.field, v.rule
  from violations v
  join records r on r.order_no = v.order_no and r.logged_at = v.logged_at and r.digest = v.digest
  join variant_rules a on a.field = v.field and a.rule = v.rule
  left join region_rules h on h.region = r.region and h.field = v.field and h.rule = v.rule
  left join shown s
    on s.order_no = v.order_no
   and s.logged_at = v.logged_at
   and s.digest = v.digest
   and s.field = v.field
   and s.rule = v.rule
  where h.region is null or (v.field = any (:kept_fields::text[]) and s.order_no is null)
)
delete from violations as v
using gone g
where v.order_no = g.order_no
  and v.logged_at = g.logged_at
  and v.digest = g.digest
  and v.field = g.field
  and v.rule = g.rule
