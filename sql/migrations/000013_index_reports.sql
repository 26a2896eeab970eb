-- Purpose: gives reports their rows in order, without sorting a whole date, and those of which there are few without
--          looking at all of it.
-- Grain:   none; indexes only. Each begins with what the one before it had, so that it serves the same questions.

create index order_results_in_order on order_results (business_date, region, merchant_id, order_no);

drop index order_results_by_date;

create index payment_results_in_order on payment_results (paid_date, region, merchant_id, order_no);

drop index payment_results_by_date;

create index order_results_off on order_results (business_date, region, merchant_id, order_no)
  where amount_reason is not null;

create index order_results_stuck on order_results (region, business_date)
  where outcome = 'STUCK' and until_run is null;

create index finding_results_by_date on finding_results (business_date, region);
