-- Purpose: keeps the sources of statements whose amounts are 100 times those of the payments, or a hundredth: the unit of
--          their table is wrong. They are reported once, and not as a finding of each order.
-- Grain:   one row per source, and stretch of runs.
-- Rules:   of the rows in work_sampled, at least ten can be compared with a payment of their order in the same currency, and at
--          least nine of ten differ so. Only sources with rows that this run looks at can change, and those that have none left,
--          as after a withdrawal or a purge. A new row that the run's transaction does not read belongs to its number's order.
-- Parameters: run, known_source, last_source integer; as_of timestamptz; paid text[]
-- Parts:   plainly_means: whether a row s plainly means the order of a record p that has its number

with sampled as materialized (
  select source_id, order_no, merchant_id, trade_no, logged_at, digest, issuer, row_key, row_id, currency, gross_minor
  from work_sampled
),
read_apart as materialized (
  select s.order_no, s.logged_at, s.digest
  from sampled s
  join work_rows w on w.order_no = s.order_no and w.logged_at = s.logged_at and w.digest = s.digest
  union
  select s.order_no, s.logged_at, s.digest
  from sampled s
  join statements l on l.issuer = s.issuer and l.row_key = s.row_key
  where s.row_id is not null and l.row_id is not null and l.digest <> s.digest
),
asked as materialized (
  select s.source_id, s.digest, s.logged_at, s.order_no, s.currency, s.gross_minor, p.merchant_id
  from sampled s
  join pay_ins p on p.order_no = s.order_no and :plainly_means
  where s.source_id > :known_source::integer
    and p.source_id <= :last_source::integer
    and p.requested_at <= :as_of::timestamptz
),
owned as materialized (
  select s.source_id, s.digest, s.logged_at, s.order_no, s.currency, s.gross_minor, o.owner_order_no, o.owner_merchant_id
  from sampled s
  join work_owners o on o.order_no = s.order_no and o.logged_at = s.logged_at and o.digest = s.digest
  union
  select s.source_id, s.digest, s.logged_at, s.order_no, s.currency, s.gross_minor, r.matched_order_no,
         r.matched_merchant_id
  from sampled s
  join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
  left join work_revisited w on w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
  where r.until_run is null and r.matched_order_no is not null and w.digest is null
  union
  select a.source_id, a.digest, a.logged_at, a.order_no, a.currency, a.gross_minor, a.order_no, a.merchant_id
  from asked a
  left join read_apart r on r.order_no = a.order_no and r.logged_at = a.logged_at and r.digest = a.digest
  where r.digest is null
),
compared as (
  select o.source_id, o.order_no, o.logged_at, o.digest,
         bool_or(
           o.gross_minor = c.amount_minor::numeric * 100 or c.amount_minor = o.gross_minor::numeric * 100
         ) as is_scaled
  from owned o
  join callbacks c on c.order_no = o.owner_order_no and c.merchant_id = o.owner_merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
    and c.status = any (:paid::text[])
    and c.amount_minor > 0
    and (c.currency = o.currency or o.currency is null or c.currency is null)
  group by o.source_id, o.order_no, o.logged_at, o.digest
),
counted as (
  select source_id, count(*) as compared, count(*) filter (where is_scaled) as scaled
  from compared
  group by source_id
  having count(*) >= 10 and count(*) filter (where is_scaled) * 10 >= count(*) * 9
),
stated as materialized (
  select distinct s.source_id
  from statements s
  join scaled_sources c on c.source_id = s.source_id
  where c.until_run is null
),
ended as (
  update scaled_sources s
  set until_run = :run::integer
  where s.until_run is null
    and (s.source_id in (select source_id from work_touched) or s.source_id not in (select source_id from stated))
    and not exists (
      select from counted c
      where c.source_id = s.source_id and c.compared = s.compared and c.scaled = s.scaled
    )
)
insert into scaled_sources (source_id, from_run, compared, scaled)
select c.source_id, :run::integer, c.compared, c.scaled
from counted c
where not exists (
  select from scaled_sources s
  where s.until_run is null and s.source_id = c.source_id and s.compared = c.compared and s.scaled = c.scaled
)
