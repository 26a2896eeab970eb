-- Purpose: the payouts of a date, and bank rows without a payout, that two runs in one transaction show otherwise.
-- Grain:   one row per payout, region and currency, or bank row, of the date in one of the runs, or in both.
-- Units:   *_minor in minor units of the currency.
-- Rules:   what a run does not show on the date is null; *_rows is never null of what it shows. different: how many there
--          are, also those that are left out.
-- Parameters: date date, before_run integer, after_run integer, regions text[], at_most bigint

with changed as (
  select payout_id, region, currency, bank_digest, rows, gross_minor, fee_minor, refunds_minor, net_minor,
         bank_minor, booked_on::text as booked_on, bank_reference,
         from_run <= :before_run::integer and (until_run is null or until_run > :before_run::integer) as before,
         from_run <= :after_run::integer and (until_run is null or until_run > :after_run::integer) as after
  from payout_rows
  where coalesce(settled_on, booked_on) = :date::date and region = any (:regions::text[])
    and (until_run = :after_run::integer or from_run = :after_run::integer)
),
compared as (
  select payout_id, region, currency, bank_digest,
         b.rows as before_rows, b.gross_minor as before_gross, b.fee_minor as before_fee,
         b.refunds_minor as before_refunds, b.net_minor as before_net, b.bank_minor as before_bank,
         b.booked_on as before_booked, b.bank_reference as before_reference,
         a.rows as after_rows, a.gross_minor as after_gross, a.fee_minor as after_fee,
         a.refunds_minor as after_refunds, a.net_minor as after_net, a.bank_minor as after_bank,
         a.booked_on as after_booked, a.bank_reference as after_reference
  from (select * from changed where before) b
  full join (select * from changed where after) a using (payout_id, region, currency, bank_digest)
)
select *, count(*) over () as different
from compared
order by region collate "C", payout_id collate "C", currency collate "C", bank_digest collate "C"
limit :at_most::bigint
