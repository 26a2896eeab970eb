-- Purpose: a message that its channel could not take, because nobody answered there or the receiver asked for a pause, holds up
--          the channel's other messages until it is due again.
-- Grain:   one row per message.

alter table outbox add column pauses_channel boolean not null default false;
