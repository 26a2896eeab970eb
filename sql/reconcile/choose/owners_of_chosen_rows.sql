-- Purpose: the orders of the known rows that have none yet: those that they belonged to before.
-- Grain:   one row per row of a statement.
-- Rules:   a row of work_revisited may belong to another order now, and gets none here.
-- Parameters: none

insert into work_owners (order_no, logged_at, digest, owner_order_no, owner_merchant_id, is_known)
select r.order_no, r.logged_at, r.digest, s.matched_order_no, s.matched_merchant_id, true
from work_rows r
join statement_rows s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
where r.is_known
  and s.until_run is null
  and s.matched_order_no is not null
  and not exists (
    select from work_owners w where w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
  )
  and not exists (
    select from work_revisited w where w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
  )
