-- Purpose: finds a channel's oldest waiting message without reading all that wait: there may be 100,000 of them after a
--          statement that shows as many missed payments.
-- Grain:   one row per message.

create index outbox_in_order on outbox (channel, written_at, message_id) where sent_at is null and given_up_at is null;
