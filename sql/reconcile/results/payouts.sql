-- Purpose: the payouts of the rows that count: those that have rows which this run looked at from their rows, all others as
--          they were. So are those of purged dates, as rows of them are gone.
-- Grain:   one row per payout, region and currency.
-- Rules:   gross is of payments, refunds of refunds and chargebacks; fee has the fees of all rows, and rows that are a fee: their
--          gross amount, else their fee, else what their net amount takes. net is the rows' net amount, else what they come to,
--          with a fee also where they have no gross amount; gross of the type other keeps its sign. A row that states the payout
--          itself is in no sum, unless the payout has no other rows.
--          A payout was settled on the latest date of all of them. Purged payouts are grouped with the rows, to leave them out
--          there: an anti join would be a nested loop, as the planner expects one row.
-- Parameters: known_source, last_source integer; is_changed boolean
-- Parts:   returned_minor (what a row r gives back)

insert into work_payouts (
  payout_id, region, currency, settled_on, rows, gross_minor, fee_minor, refunds_minor, net_minor
)
with purged as materialized (
  select p.*
  from payout_rows p
  join purged_dates g on g.date = p.settled_on and g.region = p.region
  where p.until_run is null
),
looked_at as materialized (
  select payout_id from work_rows where payout_id is not null
  union
  select payout_id
  from statements
  where payout_id is not null and source_id > :known_source::integer and source_id <= :last_source::integer
  union
  select s.payout_id
  from work_revisited w
  join statements s on s.order_no = w.order_no and s.logged_at = w.logged_at and s.digest = w.digest
  where s.payout_id is not null
  union
  select payout_id from statements where payout_id is not null and :is_changed::boolean
),
counted as (
  select s.payout_id, s.region, coalesce(s.currency, '') as currency, coalesce(s.settled_on, r.row_date) as settled_on,
         s.type, s.gross_minor::numeric as gross_minor, coalesce(s.fee_minor, 0)::numeric as fee_minor,
         s.net_minor::numeric as net_minor, false as is_purged
  from looked_at l
  join statements s on s.payout_id = l.payout_id
  join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
  where r.until_run is null and s.status = 'paid'
  union all
  select payout_id, region, currency, settled_on, '', null, null, null, true from purged
),
sides as (
  select r.*,
         case
           when net_minor is not null then net_minor
           when type = 'fee' then - coalesce(nullif(gross_minor, 0), fee_minor)
           when type = 'payout' then abs(gross_minor)
           when gross_minor is null and fee_minor = 0 then null
           when type in ('payment', 'other') then coalesce(gross_minor, 0) - fee_minor
           when type in ('refund', 'chargeback') then - coalesce(gross_minor, 0) - fee_minor
         end as net_or_sum,
         coalesce(:returned_minor, 0) as returned,
         type = 'payout' as is_payout
  from counted r
)
select payout_id, region, currency, max(settled_on), count(*)::integer,
       sum(gross_minor) filter (where type = 'payment'),
       sum(
         case
           when type = 'fee' then coalesce(nullif(gross_minor, 0), nullif(fee_minor, 0), - net_minor, 0)
           else fee_minor
         end
       )
         filter (where not is_payout),
       sum(returned) filter (where type in ('refund', 'chargeback')),
       case when bool_and(is_payout) then sum(abs(net_or_sum)) else sum(net_or_sum) filter (where not is_payout) end
from sides
group by payout_id, region, currency
having not bool_or(is_purged)
union all
select p.payout_id, p.region, p.currency, p.settled_on, p.rows, p.gross_minor, p.fee_minor, p.refunds_minor, p.net_minor
from purged p
union all
select p.payout_id, p.region, p.currency, p.settled_on, p.rows, p.gross_minor, p.fee_minor, p.refunds_minor, p.net_minor
from payout_rows p
left join purged_dates g on g.date = p.settled_on and g.region = p.region
where p.until_run is null
  and p.payout_id <> ''
  and g.date is null
  and not :is_changed::boolean
  and not exists (select from looked_at l where l.payout_id = p.payout_id)
