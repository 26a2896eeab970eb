-- Purpose: when the last payment was notified before a silence.
-- Grain:   one row; null where none was in the time range.
-- Parameters: none
-- Parts:   paid_callbacks: 055_paid_callbacks.sql

select max(c.received_at) as last_at
from callbacks c
where :paid_callbacks
