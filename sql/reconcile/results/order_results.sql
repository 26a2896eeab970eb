-- Purpose: judges the chosen orders: what this run says the order results should be.
-- Grain:   one row per order.
-- Rules:   an order is closed on the local date of what closed it: the deciding notification's completion, or its
--          reception where the completion is absent or impossible; the first failed or reversed notification's likewise;
--          the end of the horizon; the business date for rejected orders. No order is closed before its business date.
--          Of an order with several payments that was reversed and owes money to its payer, owed_since is the date of its
--          deciding payment, by the same rule: closed_on is the date of the reversal.
--          An order with one payment has it in its row, from payment_trade_no to late; separate_payments.sql has the
--          meaning of these columns.
--          Rows are in the order of reports: their indexes grow several times faster than at random, and reports read
--          them in one go.
-- Parameters: run, horizon_hours, late_seconds integer; those of order_evidence.sql
-- Parts:   target: the table to fill. Orders that an earlier run may have judged go to work_order_results, all others to
--          order_rows. evidence, fence: order_evidence.sql, and what ends its layers. rules: CTEs, the last of which is
--          flagged; findings, amount_reason: expressions; stated: what statements say, from src/reconcile/rules/rule-layers.ts;
--          payment_delay, callback_delay: as in separate_payments.sql.

insert into :target (
  order_no, merchant_id, from_run, business_date, region, sub_merchant_id, trade_no, payment_method, currency,
  requested_currency, requested_minor, requested_text, paid_currency, paid_minor, paid_text, difference_minor,
  amount_reason, outcome, stuck_reason, findings, requested_at, paid_at, offset_source, received_at, expires_at,
  deadline_at, payments, account_no, response_code, response_status, closed_on, payment_trade_no, paid_date, paid_hour,
  payment_delay_seconds, callback_delay_seconds, after_expiry, late, stated_currency, stated_minor, fee_minor, net_minor,
  settled_on, payout_id, returned_currency, returned_minor, owed_since
)
with :evidence,
:rules,
timed as (
  select e.*, e.payments = 1 as has_payment,
         e.payments = 1 and not (e.paid_at is null or e.paid_at_impossible) as is_measurable,
         case when e.paid_at is null or e.paid_at_impossible then e.received_at else e.paid_at end
           at time zone e.zone as notified_local,
         case
           when e.created_at is not null
           then greatest(0, floor(extract(epoch from e.paid_at - e.created_at)))::bigint
         end as payment_seconds,
         greatest(0, floor(extract(epoch from e.received_at - e.paid_at)))::bigint as callback_seconds
  from flagged e
  :fence
)
select e.order_no, e.merchant_id, :run::integer, e.business_date, e.region, e.sub_merchant_id, e.trade_no,
       e.payment_method, e.currency, e.requested_currency, e.requested_minor, e.requested_text, e.paid_currency,
       e.paid_minor, e.paid_text,
       case
         when e.paid_currency <> e.requested_currency then null
         else e.paid_minor - e.requested_minor
       end,
       :amount_reason, e.outcome, e.stuck_reason, :findings, e.requested_at, e.paid_at, e.offset_source,
       e.received_at, e.expires_at, e.deadline_at, e.payments, e.account_no, e.response_code, e.response_status,
       case
         when e.outcome in ('MATCHED', 'MISMATCH') then greatest(e.business_date, e.notified_local::date)
         when e.outcome in ('PENDING', 'STUCK', 'ORPHAN') then null
         else greatest(
           e.business_date,
           (
             case
               when e.outcome = 'FAILED' then e.failed_at
               when e.outcome = 'REVERSED' then e.reversed_at
               when e.outcome = 'EXPIRED' then e.deadline_at + make_interval(hours => :horizon_hours::integer)
             end
             at time zone e.zone
           )::date
         )
       end,
       case when e.has_payment then e.payment_trade_no end,
       case when e.has_payment then e.notified_local::date end,
       case when e.is_measurable then extract(hour from e.notified_local)::integer end,
       case when e.is_measurable then :payment_delay end,
       case when e.is_measurable then :callback_delay end,
       case when e.is_measurable then e.paid_at > e.expires_at end,
       case when e.is_measurable then extract(epoch from e.received_at - e.paid_at) > :late_seconds::integer end,
       :stated,
       case
         when e.outcome = 'REVERSED'
           and e.payments > 1
           and (
             e."PAID_AFTER_REJECTION" or (e.paid_currency = e.requested_currency and e.paid_minor > e.requested_minor)
           )
         then greatest(e.business_date, e.notified_local::date)
       end
from timed e
order by e.business_date, e.region, e.merchant_id, e.order_no
