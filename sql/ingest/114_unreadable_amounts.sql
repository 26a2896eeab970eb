-- Purpose: how many staged rows of statements and banks have an amount that is in no sum and is compared with nothing: it
--          cannot be read exactly, or its row has no currency.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   a row of a bank has one amount, which is needed: without it the row counts too. Rows of statements may leave amounts
--          out.
-- Parameters: none

select count(*)::integer as rows, min(line)::text as line
from (
  select line
  from stage_statements
  where gross_text is not null and gross_minor is null
     or fee_text is not null and fee_minor is null
     or net_text is not null and net_minor is null
  union all
  select line
  from stage_bank_rows
  where amount_minor is null
) r
