-- Purpose: lets the next look count everything again, because evidence that it counted was changed or removed.
-- Grain:   the one row of the progress, if anything was counted.
-- Parameters: before timestamptz (evidence before this time was changed; infinity: any)

update counting_progress
set rules = ''
where from_at < :before::timestamptz
