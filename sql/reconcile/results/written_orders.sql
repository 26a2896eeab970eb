-- Purpose: what the checks and findings need of the results, of orders that an earlier run may have judged. Those of all
--          other orders are added by the statement that writes their results.
-- Grain:   one row per order.
-- Parameters: none

insert into work_written (order_no, merchant_id, payments, paid_currency, paid_minor, outcome, stuck_reason, findings)
select k.order_no, k.merchant_id, w.payments, w.paid_currency, w.paid_minor, w.outcome, w.stuck_reason, w.findings
from work_keys k
join work_order_results w on w.order_no = k.order_no and w.merchant_id = k.merchant_id
