-- Purpose: deletes counts of orders that no look compares any more.
-- Grain:   one row per count.
-- Parameters: from_at timestamptz (counts before it; infinity: all)

delete from order_counts
where slot_at < :from_at::timestamptz
