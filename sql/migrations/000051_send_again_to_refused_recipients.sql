-- Purpose: a mail that its server takes for some recipients only is sent again to the others: sent_to is who has it, not_sent_to who
--          was refused. Both are null before that, and once everybody has it. A channel's messages that nobody has, the oldest first,
--          come before those that wait for refused recipients, which take turns.
-- Grain:   outbox: one row per message and channel.

alter table outbox
  add column sent_to text[] collate "C",
  add column not_sent_to text[] collate "C";

drop index outbox_in_order;

create index outbox_in_order on outbox (
  channel,
  (sent_to is not null),
  (case when sent_to is null then written_at else due_at end),
  message_id
) where sent_at is null and given_up_at is null;
