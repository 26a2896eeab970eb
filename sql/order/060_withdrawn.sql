-- Purpose: the records of one order that are no evidence any more because their source was withdrawn.
-- Grain:   one row per record and withdrawal, in the order of withdrawals.
-- Units:   known_at and withdrawn_at as instants; amount_minor in minor units of currency.
-- Parameters: order_no, merchant_id text

select w.kind, w.known_at, w.line, s.name as source, w.entry, a.at as withdrawn_at, a.who, a.reason,
       w.record ->> 'trade_no' as trade_no, w.record ->> 'currency' as currency,
       w.record ->> 'amount_minor' as amount_minor, w.record ->> 'amount_text' as amount_text,
       w.record ->> 'status' as status
from withdrawn_records w
join sources s on s.source_id = w.source_id
join audit_entries a on a.entry = w.entry
where w.order_no = :order_no::text
  and w.merchant_id = :merchant_id::text
  and w.taken_over_by is null
order by w.entry, w.known_at, w.kind desc, w.digest
