-- Purpose: what this run says the order results should be.
-- Grain:   one row per order.
-- Rules:   an order is closed on the local date of what closed it: the deciding notification's completion, or its
--          reception where the completion is absent or impossible; the first failed or reversed notification's likewise;
--          the end of the horizon; the business date for rejected orders. No order is closed before its business date.
--          Rows are in the order of reports: their indexes grow several times faster than at random, and reports read
--          them in one go.
-- Parameters: run integer; horizon_days integer; regions, zones text[] (every region of the settings)

insert into work_order_results (
  order_no, merchant_id, from_run, business_date, region, sub_merchant_id, trade_no, payment_method, currency,
  requested_currency, requested_minor, requested_text, paid_currency, paid_minor, paid_text, difference_minor,
  amount_reason, outcome, stuck_reason, findings, requested_at, paid_at, offset_source, received_at, expires_at,
  deadline_at, payments, account_no, response_code, response_status, closed_on
)
with zones as (
  select region, zone
  from unnest(:regions::text[], :zones::text[]) as z (region, zone)
)
select e.order_no, e.merchant_id, :run::integer, e.business_date, e.region, e.sub_merchant_id, e.trade_no,
       e.payment_method, e.currency, e.requested_currency, e.requested_minor, e.requested_text, e.paid_currency,
       e.paid_minor, e.paid_text,
       case
         when e.paid_currency <> e.requested_currency then null
         else e.paid_minor - e.requested_minor
       end,
       v.amount_reason, v.outcome, v.stuck_reason, v.findings, e.requested_at, e.paid_at, e.offset_source,
       e.received_at, e.expires_at, e.deadline_at, e.payments, e.account_no, e.response_code, e.response_status,
       case
         when v.outcome not in ('PENDING', 'STUCK', 'ORPHAN') then greatest(
           e.business_date,
           (
             case
               when v.outcome = 'FAILED' then e.failed_at
               when v.outcome = 'REVERSED' then e.reversed_at
               when v.outcome = 'EXPIRED' then e.deadline_at + make_interval(hours => 24 * :horizon_days::integer)
               else case when e.paid_at is null or e.paid_at_impossible then e.received_at else e.paid_at end
             end
             at time zone coalesce(z.zone, 'UTC')
           )::date
         )
       end
from work_evidence e
join work_verdicts v on v.order_no = e.order_no and v.merchant_id = e.merchant_id
left join zones z on z.region = e.region
order by e.business_date, e.region, e.merchant_id, e.order_no
