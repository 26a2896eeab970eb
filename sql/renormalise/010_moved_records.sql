-- Purpose: keeps the earlier times of unverified callbacks, and of pay-ins of their order numbers, that are read differently now.
-- Grain:   one row per record. Runs before the times are replaced.
-- Parameters: run integer (the first that knows the new times)

insert into moved_records (order_no, merchant_id, kind, digest, until_run, known_at)
with unverified as materialized (
  select order_no, merchant_id, logged_at, digest, received_at from callbacks where verified = false
),
keys as materialized (
  select order_no, merchant_id from unverified
  union
  select order_no, merchant_id
  from withdrawn_records
  where kind = 'callback' and (record ->> 'verified')::boolean = false
)
select u.order_no, u.merchant_id, 'callback', u.digest, :run::integer, u.received_at
from unverified u
join stage_callbacks s on s.order_no = u.order_no and s.logged_at = u.logged_at and s.digest = u.digest
where s.received_at <> u.received_at
union all
select p.order_no, p.merchant_id, 'pay-in', p.digest, :run::integer, p.requested_at
from keys k
join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
join stage_pay_ins s on s.order_no = p.order_no and s.logged_at = p.logged_at and s.digest = p.digest
where s.requested_at <> p.requested_at
on conflict (order_no, kind, digest, until_run) do nothing
