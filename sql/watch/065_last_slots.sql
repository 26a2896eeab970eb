-- Purpose: the newest five minutes with orders and with payments before a silence, however long ago; older than the weeks that
--          are compared, they are forgotten.
-- Grain:   one row; null where there are none.
-- Parameters: region text; payment_method, merchant_id text (null: all); to_at timestamptz (whole five minutes)

select (
         select max(slot_at)
         from order_counts
         where region = :region::text
           and slot_at < :to_at::timestamptz
           and orders > 0
           and (:payment_method::text is null or payment_method = :payment_method::text)
           and (:merchant_id::text is null or merchant_id = :merchant_id::text)
       ) as requested_at,
       (
         select max(slot_at)
         from payment_counts
         where region = :region::text
           and slot_at < :to_at::timestamptz
           and payments > 0
           and (:payment_method::text is null or payment_method = :payment_method::text)
           and (:merchant_id::text is null or merchant_id = :merchant_id::text)
       ) as paid_at
