-- Purpose: how many staged bank rows have a reference that names no payout of a stored statement.
-- Grain:   one row.
-- Rules:   as in sql/reconcile/results/payout_rows.sql: a payout of the row's currency whose identifier is a word of it.
-- Parameters: none
-- Parts:   words (sql/ingest/123_words_of_reference.sql)

with payouts as materialized (
  select distinct payout_id, currency from statements where payout_id is not null
),
known as (
  select distinct b.line
  from stage_bank_rows b
  cross join lateral :words w (word)
  join payouts p on p.payout_id = w.word and p.currency is not distinct from b.currency
)
select count(*)::integer as rows,
       count(*) filter (where k.line is null)::integer as unknown,
       (select count(distinct payout_id) from payouts)::integer as payouts
from stage_bank_rows b
left join known k on k.line = b.line
where b.reference is not null
