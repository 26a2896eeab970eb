-- Purpose: each payout is the sum of the rows of statements that name it, and every bank row is in one payout or in none.
-- Grain:   one row per value of a payout, per amount of bank rows and per currency that differs.
-- Rules:   only of payouts after the dates that were purged. Of rows that count and are paid, but for those that state a payout
--          itself: it is the net amount of a payout without other rows. A row without a net amount comes to its gross amount
--          less its fee, and is negative for refunds, chargebacks and fees; what refunds return is stated in 140. Of several
--          statements of one bank row, the one that was read last counts, as known at the newest run's as-of. What the bank
--          booked is compared by date and reference, unless the payout, or another with the same reference, has several: these
--          only as a sum of all rows of a currency, as long as nothing was purged. There, rows of a payout with one whose
--          amount cannot be read are in no sum: those with a reference of it, of its region before others, and not listed by
--          themselves. Nothing is compared with bank rows that were read anew after the newest run. What is purged and what
--          counts is stated here once more, apart from sql/reconcile/results, which a proof must not share.
-- Parameters: none

with purged as (
  select coalesce(max(date), '-infinity'::date) as date from purged_dates
),
held as (
  select p.payout_id, p.region, p.currency, p.bank_digest, p.settled_on, p.rows, p.gross_minor, p.fee_minor, p.refunds_minor,
         p.net_minor, p.bank_minor, p.booked_on, p.bank_reference,
         coalesce(p.settled_on, p.booked_on) > u.date as is_whole, p.booked_on > u.date as is_booked_whole
  from payout_rows p
  cross join purged u
  where p.until_run is null
),
stated as (
  select s.payout_id, s.region, coalesce(s.currency, '') as currency, s.type, s.gross_minor, s.fee_minor,
         coalesce(s.settled_on, r.row_date) as settled_on,
         case
           when s.type not in ('refund', 'chargeback') then null
           when s.gross_minor <> 0 or s.net_minor is null then s.gross_minor
           when s.fee_minor < 0 then greatest(- s.net_minor::numeric - s.fee_minor, 0)
           else greatest(abs(s.net_minor::numeric) - coalesce(s.fee_minor, 0), 0)
         end as returned_minor,
         coalesce(
           s.net_minor,
           case s.type
             when 'fee' then - coalesce(nullif(s.gross_minor, 0), s.fee_minor, 0)
             when 'payout' then abs(s.gross_minor)
             when 'refund' then - coalesce(s.gross_minor, 0)::numeric - coalesce(s.fee_minor, 0)
             when 'chargeback' then - coalesce(s.gross_minor, 0)::numeric - coalesce(s.fee_minor, 0)
             else coalesce(s.gross_minor, 0)::numeric - coalesce(s.fee_minor, 0)
           end
         ) as net_minor
  from statement_results r
  join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
  where r.until_run is null and s.status = 'paid' and s.payout_id is not null
),
stated_payouts as (
  select payout_id, region, currency, max(settled_on) as settled_on, count(*) as rows,
         sum(gross_minor) filter (where type = 'payment') as gross_minor,
         sum(
           case
             when type = 'fee' then coalesce(nullif(gross_minor, 0), nullif(fee_minor, 0), - net_minor)
             else fee_minor
           end
         )
           filter (where type <> 'payout') as fee_minor,
         sum(returned_minor) as refunds_minor,
         case
           when bool_and(type = 'payout') then sum(abs(net_minor)) else sum(net_minor) filter (where type <> 'payout')
         end as net_minor
  from stated
  group by payout_id, region, currency
),
payouts_off as (
  select concat_ws(
           ' ', v.field, 'of payout', coalesce(h.payout_id, s.payout_id), 'of',
           coalesce(nullif(coalesce(h.region, s.region), ''), 'other'), 'in', coalesce(h.currency, s.currency)
         ) as what,
         v.expected, v.actual
  from (select * from held where payout_id <> '') h
  full join stated_payouts s on s.payout_id = h.payout_id and s.region = h.region and s.currency = h.currency
  cross join purged u
  cross join lateral (
    values
      (
        'settled_on', coalesce(to_char(s.settled_on, 'YYYY-MM-DD'), 'none'),
        coalesce(to_char(h.settled_on, 'YYYY-MM-DD'), 'none')
      ),
      ('rows', coalesce(s.rows, 0)::text, coalesce(h.rows, 0)::text),
      ('gross_minor', coalesce(s.gross_minor, 0)::text, coalesce(h.gross_minor, 0)::text),
      ('fee_minor', coalesce(s.fee_minor, 0)::text, coalesce(h.fee_minor, 0)::text),
      ('refunds_minor', coalesce(s.refunds_minor, 0)::text, coalesce(h.refunds_minor, 0)::text),
      ('net_minor', coalesce(s.net_minor, 0)::text, coalesce(h.net_minor, 0)::text)
  ) as v (field, expected, actual)
  where coalesce(h.is_whole, h.payout_id is null and s.settled_on > u.date) and v.expected <> v.actual
),
newest as (
  select as_of, last_source_id from runs order by run_id desc limit 1
),
known as (
  select q.source_id, coalesce(q.place, q.source_id) as place
  from sources q
  cross join newest n
  where q.source_id <= n.last_source_id and q.read_at <= n.as_of
),
read_anew as materialized (
  select b.source_id
  from bank_rows b
  join newest n on b.amended_by > n.last_source_id
  limit 1
),
unreadable as materialized (
  select payout_id, region, currency, ' / ' || bank_reference || ' / ' as bank_references
  from held
  where payout_id <> '' and booked_on is not null and bank_minor is null
),
identified as materialized (
  select b.digest, b.amount_minor, b.region, b.currency, b.reference, b.booked_on, b.issuer, b.row_id, b.source_id, b.line,
         b.place, b.place_line,
         case
           when b.released_by is null or k.source_id is not null then b.row_key
           else b.row_id || ' ' || b.booked_on::text
         end as row_key
  from bank_rows b
  left join known k on k.source_id = b.released_by[1]
),
bank as (
  select b.digest::text as digest, b.amount_minor, b.region, coalesce(b.currency, '') as currency, b.booked_on, b.reference
  from identified b
  cross join purged u
  join known k on k.source_id = b.source_id
  where b.booked_on > u.date and not exists (
    select from identified l
    join known n on n.source_id = l.source_id
    where b.row_id is not null
      and l.row_id is not null
      and l.issuer = b.issuer
      and l.row_key = b.row_key
      and (coalesce(l.place, n.place), coalesce(l.place_line, l.line), l.source_id)
        > (coalesce(b.place, k.place), coalesce(b.place_line, b.line), b.source_id)
  )
),
-- One of the references of payouts that the bank booked in several rows.
references_of_several as materialized (
  select distinct h.currency, r.reference
  from held h
  cross join lateral string_to_table(h.bank_reference, ' / ') as r (reference)
  where h.payout_id <> '' and strpos(h.bank_reference, ' / ') > 0
),
booked as (
  select currency, booked_on, coalesce(reference, '') as reference, 1 as rows, amount_minor as row_minor, 0 as results,
         null::numeric as result_minor, true as is_whole
  from bank
  union all
  select currency, booked_on, coalesce(bank_reference, ''), 0, null, 1, bank_minor, is_whole
  from held
  where is_booked_whole
),
booked_off as (
  select concat_ws(
           ' ', 'bank rows in', coalesce(nullif(b.currency, ''), 'no currency'), 'on', b.booked_on, 'with the reference',
           coalesce(nullif(b.reference, ''), 'none')
         ) as what,
         concat_ws(' ', count(b.row_minor), 'of', sum(b.rows), 'readable,', coalesce(sum(b.row_minor), 0)) as expected,
         concat_ws(' ', count(b.result_minor), 'of', sum(b.results), 'readable,', coalesce(sum(b.result_minor), 0)) as actual
  from booked b
  left join references_of_several s on s.currency = b.currency and s.reference = b.reference
  where s.reference is null and strpos(b.reference, ' / ') = 0
  group by b.currency, b.booked_on, b.reference
  having bool_and(b.is_whole)
),
readable as (
  select b.currency, b.amount_minor
  from bank b
  left join held o on o.bank_digest = b.digest and o.payout_id = ''
  where o.payout_id is not null or not exists (
    select from unreadable u
    where u.currency = b.currency
      and strpos(u.bank_references, ' / ' || b.reference || ' / ') > 0
      and not exists (
        select from held h
        where h.payout_id = u.payout_id
          and h.currency = u.currency
          and (h.region <> b.region, h.region) < (u.region <> b.region, u.region)
      )
  )
),
sums as (
  select currency, amount_minor as row_minor, 0::numeric as result_minor from readable
  union all
  select currency, 0, bank_minor from held
),
off as (
  select what, expected, actual from payouts_off
  union all
  select what, expected, actual from booked_off where expected <> actual and not exists (select source_id from read_anew)
  union all
  select concat_ws(' ', 'amount of bank rows in', coalesce(nullif(currency, ''), 'no currency')),
         coalesce(sum(row_minor), 0)::text, coalesce(sum(result_minor), 0)::text
  from sums
  where not exists (select date from purged_dates) and not exists (select source_id from read_anew)
  group by currency
  having coalesce(sum(row_minor), 0) <> coalesce(sum(result_minor), 0)
)
select what, expected, actual
from off
order by what
limit 20
