-- Purpose: how many staged refunds, chargebacks and fees have a net that adds to what is paid out: a file may write them without a
--          sign.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   a net that is a fee given back (feeOf in src/normalise/normalise-statement.ts) adds to it rightly.
-- Parameters: none

select count(*)::integer as rows, min(line)::text as line
from stage_statements
where net_minor > 0
  and status = 'paid'
  and (
    type in ('refund', 'chargeback') and coalesce(fee_minor, 0) >= 0
    or type = 'fee' and (gross_minor > 0 and coalesce(fee_minor, 0) >= 0 or coalesce(gross_minor, 0) = 0 and fee_minor > 0)
  )
