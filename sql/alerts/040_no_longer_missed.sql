-- Purpose: whether an order of a message that still waits is no longer to be delivered by it.
-- Grain:   one row.
-- Rules:   somebody has closed its finding PAID_IN_STATEMENT_ONLY; or its statement turned out to be in the wrong unit; or the
--          newest run neither has that finding nor knows a payment: the row of the statement was withdrawn or corrected; or no
--          run knows the order any more, since its records were withdrawn. An order that a callback notified since is sent
--          all the same, and so is one whose date was purged.
-- Parameters: order_no, merchant_id text; date date, region text (of the order)

select exists (
  select 1
  from case_states
  where order_no = :order_no::text
    and merchant_id = :merchant_id::text
    and code = 'PAID_IN_STATEMENT_ONLY'
    and until_entry is null
    and state <> 'open'
) or exists (
  select 1
  from statement_results
  where matched_order_no = :order_no::text
    and matched_merchant_id = :merchant_id::text
    and until_run is null
    and source_id in (select source_id from scaled_sources where until_run is null)
) or exists (
  select 1
  from order_results o
  where o.order_no = :order_no::text
    and o.merchant_id = :merchant_id::text
    and o.until_run is null
    and o.payments = 0
    and not exists (
      select 1
      from finding_results f
      where f.order_no = o.order_no
        and f.merchant_id = o.merchant_id
        and f.code = 'PAID_IN_STATEMENT_ONLY'
        and f.until_run is null
    )
) or not exists (
  select 1
  from order_results
  where order_no = :order_no::text and merchant_id = :merchant_id::text and until_run is null
) and not exists (
  select 1
  from purged_dates
  where date = :date::date and region = :region::text
) as is_settled
