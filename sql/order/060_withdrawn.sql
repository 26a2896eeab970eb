-- Purpose: the records of one order that are no evidence any more because their source was withdrawn.
-- Grain:   one row per record and withdrawal, in the order of withdrawals.
-- Rules:   a row of a statement is of the order that a run found it to belong to, or that it names.
-- Units:   known_at and withdrawn_at as instants; amount_minor in minor units of currency, of a row of a statement before fees.
-- Parameters: order_no, merchant_id text

with keys as materialized (
  select w.order_no, w.kind, w.logged_at, w.digest
  from withdrawn_records w
  where w.order_no = :order_no::text
    and (
      w.merchant_id = :merchant_id::text
      or w.kind = 'statement'
        and w.merchant_id = ''
        and not exists (
          select from statement_results r
          where r.order_no = w.order_no
            and r.logged_at = w.logged_at
            and r.digest = w.digest
            and r.matched_order_no is not null
        )
    )
  union
  select order_no, 'statement', logged_at, digest
  from statement_results
  where matched_order_no = :order_no::text and matched_merchant_id = :merchant_id::text
)
select w.kind, w.known_at, w.line, s.name as source, w.entry, a.at as withdrawn_at, a.who, a.reason,
       w.record ->> 'trade_no' as trade_no, w.record ->> 'currency' as currency,
       coalesce(w.record ->> 'amount_minor', w.record ->> 'gross_minor', w.record ->> 'net_minor') as amount_minor,
       coalesce(w.record ->> 'amount_text', w.record ->> 'gross_text', w.record ->> 'net_text') as amount_text,
       w.record ->> 'type' as type, w.record ->> 'status' as status
from keys k
join withdrawn_records w
  on w.order_no = k.order_no and w.kind = k.kind and w.logged_at = k.logged_at and w.digest = k.digest
join sources s on s.source_id = w.source_id
join audit_entries a on a.entry = w.entry
where w.taken_over_by is null
order by w.entry, w.known_at, w.kind desc, w.line, w.digest
