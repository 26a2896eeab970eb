-- Purpose: deletes counts of payments that no look compares any more.
-- Grain:   one row per count.
-- Parameters: from_at timestamptz (counts before it; infinity: all)

delete from payment_counts
where slot_at < :from_at::timestamptz
