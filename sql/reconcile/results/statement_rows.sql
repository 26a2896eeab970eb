-- Purpose: what this run says of the rows of statements.
-- Grain:   one row per row that counts.
-- Rules:   a payment row belongs to the order's payment of its tradeNo, else to the order's only payment; other rows belong to
--          the order. The findings of a row are those of its order that it is a reason for, and those of its own fee and net
--          amount. row_date is the local date of its time in the zone of its region, else the date on which it was settled.
--          A paid payment is in_other_currency if the sums of its order (stated_by_order.sql) are in another and leave it out.
-- Parameters: run integer; as_of timestamptz; statement_grace_seconds integer; regions, zones text[]; scaled integer[];
--             tolerance_currencies text[], tolerances bigint[]
-- Parts:   target: statement_rows, or work_statement_rows for rows that an earlier run may have results of. owned: the rows r
--          that are judged with their orders, owner_order_no and owner_merchant_id, and their expected fees. gathered:
--          materialized on a cluster, where a row and its order may lie on two workers; else not materialized. judged:
--          order_rows as o; of new rows those that began with this run in the lane, and on a cluster those of the owners.

insert into :target (
  order_no, logged_at, digest, from_run, row_date, region, matched, matched_order_no, matched_merchant_id,
  sub_merchant_id, expected_fee_minor, findings, merchant_id, trade_no, row_id, type, status, payment_method, currency,
  gross_minor, fee_minor, net_minor, completed_at, settled_on, payout_id, source_id, line, in_other_currency
)
with paid_rows as (
  select order_no, merchant_id, trade_no, count(*) as paid_rows
  from work_stated_rows
  where status = 'paid'
  group by order_no, merchant_id, trade_no
),
several as :gathered (
  select k.order_no, k.merchant_id, p.trade_no, p.currency, p.paid_minor, coalesce(s.paid_rows, 0) as paid_rows
  from work_keys k
  join separate_payments p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  left join paid_rows s on s.order_no = k.order_no and s.merchant_id = k.merchant_id and s.trade_no = p.trade_no
  where p.until_run is null and p.trade_no is not null
),
owned as :gathered (
  select r.* from :owned
),
judged as :gathered (
  select o.order_no, o.merchant_id, o.region, o.sub_merchant_id, o.payment_method, o.payments, o.findings,
         o.paid_currency, o.paid_minor
  from :judged
  where o.until_run is null
),
stated as :gathered (
  select order_no, merchant_id, paid_rows, stated_currency from work_stated
),
placed as (
  select r.order_no, r.logged_at, r.digest, r.merchant_id, r.type, r.status, r.trade_no, r.sub_merchant_id,
         r.payment_method, r.currency, r.gross_minor, r.fee_minor, r.net_minor, r.stated_at, r.completed_at,
         r.settled_on, r.payout_id, r.source_id, r.row_id, r.line, r.expected_fee_minor, r.fee_differs,
         o.order_no as owner_order_no, o.merchant_id as owner_merchant_id, o.sub_merchant_id as order_sub_merchant_id,
         o.payment_method as order_payment_method, coalesce(o.region, r.region) as order_region,
         ' ' || coalesce(o.findings, '') || ' ' as order_findings,
         r.type = 'payment' and r.status = 'paid' as is_paid,
         r.type = 'payment' and (o.payments = 1 or m.order_no is not null) as is_payments,
         case when o.payments = 1 then o.paid_currency else m.currency end as paid_currency,
         case when o.payments = 1 then o.paid_minor else m.paid_minor end as paid_minor,
         case when o.payments = 1 then s.paid_rows else m.paid_rows end as paid_rows, s.stated_currency
  from owned r
  left join judged o on o.order_no = r.owner_order_no and o.merchant_id = r.owner_merchant_id
  left join stated s on s.order_no = r.owner_order_no and s.merchant_id = r.owner_merchant_id
  left join several m
    on m.order_no = r.owner_order_no and m.merchant_id = r.owner_merchant_id and m.trade_no = r.trade_no
)
select p.order_no, p.logged_at, p.digest, :run::integer,
       coalesce((p.completed_at at time zone coalesce(z.zone, 'UTC'))::date, p.settled_on), p.order_region,
       case when p.owner_order_no is null then 'none' when p.is_payments then 'payment' else 'order' end,
       p.owner_order_no, p.owner_merchant_id, coalesce(p.order_sub_merchant_id, p.sub_merchant_id), p.expected_fee_minor,
       concat_ws(
         ' ',
         case when p.fee_differs then 'FEE_MISMATCH' end,
         case when p.is_paid and p.net_minor <> p.gross_minor - p.fee_minor then 'NET_MISMATCH' end,
         case
           when p.is_paid
             and p.order_findings like '% PAID_IN_STATEMENT_ONLY %'
             and p.stated_at + make_interval(secs => :statement_grace_seconds::integer) <= :as_of::timestamptz
           then 'PAID_IN_STATEMENT_ONLY'
         end,
         case
           when p.type in ('refund', 'chargeback')
             and p.status = 'paid'
             and p.order_findings like '% REFUND_EXCEEDS_PAYMENT %'
           then 'REFUND_EXCEEDS_PAYMENT'
         end,
         case
           when p.is_paid
             and p.is_payments
             and (
               p.currency <> p.paid_currency
               or p.source_id <> all (:scaled::integer[])
                 and abs(p.gross_minor - p.paid_minor) > coalesce(t.tolerance, 0)
             )
           then 'STATEMENT_AMOUNT_MISMATCH'
         end,
         case when p.is_paid and p.is_payments and p.paid_rows > 1 then 'STATEMENT_DUPLICATE' end,
         case when p.is_payments and p.status in ('failed', 'reversed') then 'STATEMENT_STATUS_MISMATCH' end
       ),
       coalesce(p.owner_merchant_id, p.merchant_id), p.trade_no, p.row_id, p.type, p.status,
       coalesce(p.payment_method, p.order_payment_method), p.currency, p.gross_minor, p.fee_minor, p.net_minor,
       p.completed_at, p.settled_on, p.payout_id, p.source_id, p.line,
       p.is_paid and p.owner_order_no is not null and p.currency is distinct from p.stated_currency
from placed p
left join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = p.order_region
left join unnest(:tolerance_currencies::text[], :tolerances::bigint[]) as t (currency, tolerance)
    on t.currency = p.paid_currency
order by 5, 6, p.order_no, p.logged_at, p.digest
