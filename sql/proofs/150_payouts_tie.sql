-- Purpose: the payouts have the rows of statements that name them, and every bank row is in one payout or in none.
-- Grain:   one row per count or sum that differs.
-- Rules:   only of payouts after the dates that were purged. Of rows that count and are paid, but for those that state a payout
--          itself: it is the net amount of a payout without other rows. A row without a net amount comes to its gross amount
--          less its fee, and is negative for refunds, chargebacks and fees. Of several statements of one bank row, the one that
--          was read last counts, as known at the newest run's as-of. Rows of a payout with one whose amount cannot be read are in
--          no sum: those with a reference of it, of its region before others, and not listed by themselves. What is purged and
--          what counts is stated here once more, apart from sql/reconcile/results, which a proof must not share.
-- Parameters: none

with purged as (
  select coalesce(max(date), '-infinity'::date) as date from purged_dates
),
held as (
  select p.payout_id, p.region, p.currency, p.bank_digest, p.gross_minor, p.fee_minor, p.net_minor, p.bank_minor, p.booked_on,
         p.bank_reference,
         coalesce(p.settled_on, p.booked_on) > u.date as is_whole
  from payout_rows p
  cross join purged u
  where p.until_run is null
),
stated as (
  select h.payout_id, h.region, h.currency, s.type, s.gross_minor, s.fee_minor,
         coalesce(
           s.net_minor,
           case s.type
             when 'fee' then - coalesce(nullif(s.gross_minor, 0), s.fee_minor, 0)
             when 'other' then coalesce(s.gross_minor, 0)::numeric - coalesce(s.fee_minor, 0)
             when 'payout' then abs(s.gross_minor)
             when 'payment' then s.gross_minor::numeric - coalesce(s.fee_minor, 0)
             else - s.gross_minor::numeric - coalesce(s.fee_minor, 0)
           end
         ) as net_minor
  from statement_results r
  join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
  join held h on h.payout_id = s.payout_id and h.region = s.region and h.currency = coalesce(s.currency, '')
  where r.until_run is null and s.status = 'paid' and h.is_whole and h.payout_id <> ''
),
nets as (
  select sum(net_minor) filter (where type <> 'payout') as rows_minor, bool_and(type = 'payout') as is_only_stated,
         sum(abs(net_minor)) as own_minor
  from stated
  group by payout_id, region, currency
),
newest as (
  select as_of, last_source_id from runs order by run_id desc limit 1
),
known as (
  select q.source_id
  from sources q
  cross join newest n
  where q.source_id <= n.last_source_id and q.read_at <= n.as_of
),
unreadable as materialized (
  select payout_id, region, currency, ' / ' || bank_reference || ' / ' as bank_references
  from held
  where payout_id <> '' and booked_on is not null and bank_minor is null
),
bank as (
  select b.digest::text as digest, b.amount_minor, b.region, coalesce(b.currency, '') as currency, b.reference
  from bank_rows b
  cross join purged u
  join known k on k.source_id = b.source_id
  where b.booked_on > u.date and not exists (
    select from bank_rows l
    join known n on n.source_id = l.source_id
    where b.row_id is not null
      and l.row_id is not null
      and l.issuer = b.issuer
      and l.row_key = b.row_key
      and (l.source_id, l.line) > (b.source_id, b.line)
  )
),
readable as (
  select b.amount_minor
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
  select 'gross amount of payouts' as what, (select coalesce(sum(gross_minor), 0) from stated where type = 'payment') as expected,
         (select coalesce(sum(gross_minor), 0) from held where is_whole) as actual
  union all
  select 'fees of payouts',
         (select coalesce(sum(case when type = 'fee' then coalesce(nullif(gross_minor, 0), fee_minor) else fee_minor end), 0)
          from stated
          where type <> 'payout'),
         (select coalesce(sum(fee_minor), 0) from held where is_whole)
  union all
  select 'net amount of payouts',
         (select coalesce(sum(case when is_only_stated then own_minor else rows_minor end), 0) from nets),
         (select coalesce(sum(net_minor), 0) from held where is_whole)
  union all
  select 'amount of bank rows', (select coalesce(sum(amount_minor), 0) from readable),
         (select coalesce(sum(bank_minor), 0) from held)
  where not exists (select date from purged_dates)
)
select what, expected::text as expected, actual::text as actual
from sums
where expected <> actual
order by what collate "C"
