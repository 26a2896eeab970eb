-- Purpose: how many staged bank rows have a reference that names no payout of a stored statement.
-- Grain:   one row.
-- Rules:   as in sql/reconcile/results/payout_rows.sql: a payout of the row's currency whose identifier is a word of it.
-- Parameters: none
-- Parts:   words (sql/ingest/123_words_of_reference.sql)

select count(*)::integer as rows,
       count(*) filter (
         where not exists (
           select from :words w (word)
           join statements s on s.payout_id = w.word
           where s.currency is not distinct from b.currency
         )
       )::integer as unknown,
       (select count(distinct payout_id) from statements where payout_id is not null)::integer as payouts
from stage_bank_rows b
where b.reference is not null
