-- Purpose: when the evidence showed the findings of an order, and how each period ended.
-- Grain:   one row per finding and period of runs, in time order.
-- Rules:   a finding that ended while its order became EXPIRED has expired with it; otherwise evidence closed it: the
--          record is the newest that the ending run knew and the run before it did not, a row of a statement first if the
--          rule reads these. There is none where evidence was withdrawn or corrected, or where other settings or another
--          as-of ended it.
-- Units:   *_at as instants.
-- Parameters: order_no text; merchant_id, code text (null: all of the order); stated_codes text[]

with stretches as (
  select f.order_no, f.merchant_id, f.code, f.from_run, f.until_run, f.region, f.business_date, f.expected, f.actual,
         f.reason, f.first_seen_at,
         exists (
           select from finding_results n
           where n.order_no = f.order_no and n.merchant_id = f.merchant_id and n.code = f.code
             and n.from_run = f.until_run
         ) as goes_on,
         exists (
           select from finding_results n
           where n.order_no = f.order_no and n.merchant_id = f.merchant_id and n.code = f.code
             and n.until_run = f.from_run
         ) as came_from,
         exists (
           select from order_results o
           where o.order_no = f.order_no and o.merchant_id = f.merchant_id and o.from_run = f.until_run
             and o.outcome = 'EXPIRED'
         )
         and not exists (
           select from order_results o
           where o.order_no = f.order_no and o.merchant_id = f.merchant_id and o.until_run = f.until_run
             and o.outcome = 'EXPIRED'
         ) as expired
  from finding_results f
  where f.order_no = :order_no::text
    and (:merchant_id::text is null or f.merchant_id = :merchant_id::text)
    and (:code::text is null or f.code = :code::text)
),
records as (
  select p.order_no, p.merchant_id, p.requested_at as known_at, p.source_id, p.line, false as is_stated,
         null::integer as from_run, null::integer as until_run
  from pay_ins p
  where p.order_no = :order_no::text and (:merchant_id::text is null or p.merchant_id = :merchant_id::text)
  union all
  select c.order_no, c.merchant_id, c.received_at, c.source_id, c.line, false, null, null
  from callbacks c
  where c.order_no = :order_no::text
    and (:merchant_id::text is null or c.merchant_id = :merchant_id::text)
    and c.verified is distinct from false
  union all
  -- Callbacks attributed to the order by its tradeNo although they name another order: as in 030_deliveries.sql.
  select p.order_no, p.merchant_id, c.received_at, c.source_id, c.line, false, null, null
  from (
    select distinct order_no, merchant_id, trade_no
    from pay_ins
    where order_no = :order_no::text
      and (:merchant_id::text is null or merchant_id = :merchant_id::text)
      and trade_no is not null
  ) p
  join callbacks c on c.trade_no = p.trade_no and (c.order_no, c.merchant_id) <> (p.order_no, p.merchant_id)
  where c.verified is distinct from false
    and (c.order_no = p.order_no or c.merchant_id = p.merchant_id)
    and not exists (select from pay_ins o where o.order_no = c.order_no and o.merchant_id = c.merchant_id)
    and not exists (
      select from pay_ins o where o.trade_no = p.trade_no and (o.order_no, o.merchant_id) <> (p.order_no, p.merchant_id)
    )
  union all
  select r.matched_order_no, r.matched_merchant_id, n.read_at, r.source_id, r.line, true, r.from_run, r.until_run
  from statement_results r
  join sources n on n.source_id = r.source_id
  where r.matched_order_no = :order_no::text
    and (:merchant_id::text is null or r.matched_merchant_id = :merchant_id::text)
)
select s.merchant_id, s.code, s.region, s.business_date, s.expected, s.actual, s.reason, s.first_seen_at, s.goes_on,
       s.came_from, s.expired, s.from_run, s.until_run, b.as_of as begun_as_of, b.started_at as begun_at,
       e.as_of as ended_as_of, e.started_at as ended_at, closing.place
from stretches s
join runs b on b.run_id = s.from_run
left join runs e on e.run_id = s.until_run
left join lateral (
  select x.last_source_id, x.as_of from runs x where x.run_id < s.until_run order by x.run_id desc limit 1
) before on true
left join lateral (
  select n.name || ':' || r.line as place
  from records r
  join sources n on n.source_id = r.source_id
  where r.order_no = s.order_no
    and r.merchant_id = s.merchant_id
    and r.source_id <= e.last_source_id
    and r.known_at <= e.as_of
    and not (r.source_id <= b.last_source_id and r.known_at <= b.as_of)
    and not (r.source_id <= before.last_source_id and r.known_at <= before.as_of)
    and (
      not r.is_stated
      or s.code = any (:stated_codes::text[])
        and r.from_run <= s.until_run
        and (r.until_run is null or r.until_run > s.until_run)
    )
  -- What is paid according to a statement only is so until a callback comes; each other code of statements ends by their rows.
  order by (r.is_stated and s.code <> 'PAID_IN_STATEMENT_ONLY') desc, r.is_stated, r.known_at desc, r.source_id desc, r.line desc
  limit 1
) closing on not s.goes_on and not s.expired
order by s.merchant_id collate "C", s.code collate "C", s.from_run
