-- Purpose: what later steps need of the results that were just written: of orders with findings or several payments.
-- Grain:   one row per order.
-- Rules:   new orders have their results in order_rows already, those that an earlier run may have judged in work_order_results.
--          In a lane, an order of its range that is in work_keys counts only if the lane judges it, any other order of its
--          range always.
-- Parameters: run integer; from_order, to_order text

insert into work_verdicts (order_no, merchant_id, outcome, stuck_reason, findings)
select v.order_no, v.merchant_id, v.outcome, v.stuck_reason, v.findings
from (
  select r.order_no, r.merchant_id, r.outcome, r.stuck_reason, r.findings
  from order_rows r
  left join work_keys k on k.order_no = r.order_no and k.merchant_id = r.merchant_id
  where r.from_run = :run::integer
    and (r.findings <> '' or r.payments > 1)
    and coalesce(
      k.is_own,
      (:from_order::text is null or r.order_no >= :from_order::text)
        and (:to_order::text is null or r.order_no < :to_order::text)
    )
  union all
  select w.order_no, w.merchant_id, w.outcome, w.stuck_reason, w.findings
  from work_marked k
  join work_order_results w on w.order_no = k.order_no and w.merchant_id = k.merchant_id
  where w.findings <> '' or w.payments > 1
) v
