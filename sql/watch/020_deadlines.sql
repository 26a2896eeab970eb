-- Purpose: how long after their request orders of a method are usually due.
-- Grain:   one row per payment method of a region that was requested in the time range.
-- Rules:   nine in ten are due no later; orders without a method have no row.
-- Parameters: region text; from_at, to_at timestamptz; grace_seconds integer

select coalesce(payment_method, 'none') as payment_method,
       percentile_disc(0.9) within group (order by extract(epoch from expires_at - requested_at))::integer
         + :grace_seconds::integer as due_seconds
from pay_ins
where requested_at > :from_at::timestamptz
  and requested_at <= :to_at::timestamptz
  and region = :region::text
group by coalesce(payment_method, 'none')
order by 1
