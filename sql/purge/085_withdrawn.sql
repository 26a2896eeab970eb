-- Purpose: deletes withdrawn records of orders that never had a result, of sources that were read before the limit.
-- Grain:   one row per withdrawn record.
-- Parameters: read_before timestamptz

delete from withdrawn_records as w
using sources s
where s.source_id = w.source_id
  and s.read_at < :read_before::timestamptz
  and not exists (select from order_rows r where r.order_no = w.order_no and r.merchant_id = w.merchant_id)
