-- Purpose: keeps the payouts and bank rows that begin to be so, or are otherwise than before, and ends those that were.
-- Grain:   one row per payout, region and currency, or bank row without a payout, and stretch of runs.
-- Parameters: run integer

with ended as (
  update payout_rows p
  set until_run = :run::integer
  where p.until_run is null
    and not exists (
      select from work_payout_rows w
      where (w.payout_id, w.region, w.currency, w.bank_digest) = (p.payout_id, p.region, p.currency, p.bank_digest)
        and (
          w.settled_on, w.rows, w.gross_minor, w.fee_minor, w.refunds_minor, w.net_minor, w.bank_minor, w.booked_on,
          w.bank_reference
        ) is not distinct from (
          p.settled_on, p.rows, p.gross_minor, p.fee_minor, p.refunds_minor, p.net_minor, p.bank_minor, p.booked_on,
          p.bank_reference
        )
    )
)
insert into payout_rows (
  payout_id, region, currency, bank_digest, from_run, settled_on, rows, gross_minor, fee_minor, refunds_minor, net_minor,
  bank_minor, booked_on, bank_reference
)
select w.payout_id, w.region, w.currency, w.bank_digest, w.from_run, w.settled_on, w.rows, w.gross_minor, w.fee_minor,
       w.refunds_minor, w.net_minor, w.bank_minor, w.booked_on, w.bank_reference
from work_payout_rows w
where not exists (
  select from payout_rows p
  where p.until_run is null
    and (w.payout_id, w.region, w.currency, w.bank_digest) = (p.payout_id, p.region, p.currency, p.bank_digest)
    and (
      w.settled_on, w.rows, w.gross_minor, w.fee_minor, w.refunds_minor, w.net_minor, w.bank_minor, w.booked_on,
      w.bank_reference
    ) is not distinct from (
      p.settled_on, p.rows, p.gross_minor, p.fee_minor, p.refunds_minor, p.net_minor, p.bank_minor, p.booked_on,
      p.bank_reference
    )
)
