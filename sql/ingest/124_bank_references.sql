-- Purpose: how many staged bank rows have a reference that names no payout of a stored statement.
-- Grain:   one row.
-- Rules:   a row names a payout as in a run.
-- Parameters: none
-- Parts:   payouts_in_references (123_payouts_in_references.sql, of bank and payouts)

with payouts as materialized (
  select distinct payout_id, coalesce(currency, '') as currency from statements where payout_id is not null
),
bank as materialized (
  select line, coalesce(currency, '') as currency, reference from stage_bank_rows where reference is not null
),
known as (
  select distinct key as line from (:payouts_in_references) n
)
select count(*)::integer as rows,
       count(*) filter (where k.line is null)::integer as unknown,
       (select count(distinct payout_id) from payouts)::integer as payouts
from bank b
left join known k on k.line = b.line
