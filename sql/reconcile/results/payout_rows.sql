-- Purpose: what this run says of payouts and of the bank: which bank rows belong to which payout, and what is left on either
--          side.
-- Grain:   one row per payout, region and currency, or bank row that belongs to none.
-- Rules:   a bank row is known from when its source was read; of several of one row, the one that was read last counts. It
--          is its own row where a source that is known shows that its row_id names several. It
--          belongs to the payout that its reference names; one that names two belongs to neither. Else it belongs to the only
--          payout of its currency and amount, of those that no reference names, that was settled within the days of the
--          settings. What they sum up to is unknown if the amount of one of them cannot be read. What the bank booked for
--          a payout of a purged date stays as it was, as rows of it are gone: only rows that are in it belong to it, and
--          others are listed as rows without a payout.
-- Parameters: run, last_source integer; as_of timestamptz; bank_days integer
-- Parts:   payouts_in_references (sql/ingest/123_payouts_in_references.sql, of bank and work_payouts); newest_rows:
--          choose/newest_rows.sql, of identified

insert into work_payout_rows (
  payout_id, region, currency, bank_digest, from_run, settled_on, rows, gross_minor, fee_minor, refunds_minor, net_minor,
  bank_minor, booked_on, bank_reference
)
with known as materialized (
  select source_id, coalesce(place, source_id) as place
  from sources
  where source_id <= :last_source::integer and read_at <= :as_of::timestamptz
),
identified as materialized (
  select s.digest, s.region, s.issuer, s.row_id, s.booked_on, s.currency, s.amount_minor, s.reference, s.source_id, s.line,
         s.place, s.place_line,
         case
           when s.released_by is null or r.source_id is not null then s.row_key
           else s.row_id || ' ' || s.booked_on::text
         end as row_key
  from bank_rows s
  left join known r on r.source_id = s.released_by[1]
),
:newest_rows,
bank as materialized (
  select s.digest::text as digest, s.region, coalesce(s.currency, '') as currency, s.amount_minor, s.booked_on, s.reference
  from identified s
  join known k on k.source_id = s.source_id
  left join newest n on n.issuer = s.issuer and n.row_key = s.row_key
  where s.row_id is null or (s.source_id, s.line) = (n.source_id, n.line)
),
purged as not materialized (
  select p.payout_id, p.region, p.currency, p.bank_minor, p.booked_on, p.bank_reference as reference
  from payout_rows p
  join purged_dates g on g.date = p.settled_on and g.region = p.region
  where p.until_run is null and p.bank_digest = '' and p.booked_on is not null
),
naming as materialized (
  select b.*, true as is_named, p.payout_id, p.region as payout_region, 0 as days
  from (:payouts_in_references) n
  join bank b on b.digest = n.key
  join work_payouts p on p.payout_id = n.payout_id and p.currency = b.currency
),
unnamed as materialized (
  select b.*
  from bank b
  left join (select distinct digest from naming) n on n.digest = b.digest
  where n.digest is null
),
possible as (
  select * from naming
  union all
  select b.*, false, p.payout_id, p.region, abs(p.settled_on - b.booked_on)
  from purged u
  join work_payouts p on p.payout_id = u.payout_id and p.region = u.region and p.currency = u.currency
  join unnamed b
    on b.currency = p.currency
   and b.amount_minor = p.net_minor
   and abs(p.settled_on - b.booked_on) <= :bank_days::integer
),
pairs as materialized (
  select p.digest, p.is_named, p.region = p.payout_region as is_own, p.payout_id, p.payout_region as region, p.currency,
         p.days, p.booked_on, u.payout_id is not null as is_purged,
         u.payout_id is null
           or (p.booked_on, p.amount_minor, p.reference) is not distinct from (u.booked_on, u.bank_minor, u.reference)
           or p.booked_on >= u.booked_on
              and p.reference <> u.reference
              and strpos(' / ' || u.reference || ' / ', ' / ' || p.reference || ' / ') > 0 as can_belong
  from possible p
  left join purged u on u.payout_id = p.payout_id and u.region = p.payout_region and u.currency = p.currency
),
named as materialized (
  select * from pairs where is_named
),
meant as (
  select distinct on (digest) digest, payout_id, region, currency, is_purged, can_belong
  from named
  where digest in (select digest from named group by digest having min(payout_id) = max(payout_id))
  order by digest, is_own desc, region
),
taken as materialized (
  select distinct payout_id, region, currency from named where can_belong
),
-- A column and no anti join, which the planner would expect to leave one row.
free as materialized (
  select p.payout_id, p.region, p.currency, p.net_minor, p.settled_on,
         t.payout_id is null and u.payout_id is null as is_free
  from work_payouts p
  left join taken t on t.payout_id = p.payout_id and t.region = p.region and t.currency = p.currency
  left join purged u on u.payout_id = p.payout_id and u.region = p.region and u.currency = p.currency
),
-- Payouts are counted before rows meet them: a thousand rows may have the amount that a thousand payouts have.
alike as materialized (
  select currency, net_minor, settled_on, count(*) as payouts, min(payout_id) as payout_id, min(region) as region
  from free
  where is_free
  group by currency, net_minor, settled_on
),
of_amount as (
  select p.digest, p.booked_on, p.payout_id, p.region, p.currency, p.is_purged, p.days, 1 as payouts
  from pairs p
  left join taken t on t.payout_id = p.payout_id and t.region = p.region and t.currency = p.currency
  where not p.is_named and p.can_belong and t.payout_id is null
  union all
  select b.digest, b.booked_on, a.payout_id, a.region, a.currency, false, abs(a.settled_on - b.booked_on), a.payouts
  from unnamed b
  join alike a
    on a.currency = b.currency
   and a.net_minor = b.amount_minor
   and abs(a.settled_on - b.booked_on) <= :bank_days::integer
),
near as (
  select p.digest,
         min(p.payout_id) as payout_id,
         min(p.region) as region,
         min(p.currency) as currency,
         bool_or(p.is_purged) as is_purged,
         row_number() over (
           partition by min(p.payout_id), min(p.region), min(p.currency) order by min(p.days), min(p.booked_on), p.digest
         ) as place
  from of_amount p
  group by p.digest
  having sum(p.payouts) = 1
),
placed as (
  select digest, payout_id, region, currency, is_purged from meant where can_belong
  union all
  select digest, payout_id, region, currency, is_purged from near where place = 1 or is_purged
),
paid_out as (
  select p.payout_id, p.region, p.currency,
         case when count(*) = count(b.amount_minor) then sum(b.amount_minor::numeric) end as bank_minor,
         min(b.booked_on) as booked_on,
         string_agg(b.reference, ' / ' order by b.booked_on, b.digest) as reference
  from placed p
  join bank b on b.digest = p.digest
  where not p.is_purged
  group by p.payout_id, p.region, p.currency
),
booked as (
  select * from purged
  union all
  select * from paid_out
)
select p.payout_id, p.region, p.currency, '', :run::integer, p.settled_on, p.rows, p.gross_minor, p.fee_minor,
       p.refunds_minor, p.net_minor, b.bank_minor, b.booked_on, b.reference
from work_payouts p
left join booked b on b.payout_id = p.payout_id and b.region = p.region and b.currency = p.currency
union all
select '', b.region, b.currency, b.digest, :run::integer, null, 0, null, null, null, null, b.amount_minor, b.booked_on,
       b.reference
from bank b
where not exists (select from placed p where p.digest = b.digest)
