-- Purpose: the call after a successful night is named heartbeat; so it is in messages that are still to be sent.
-- Grain:   outbox: one row per message and channel.

update outbox set
  channel = 'heartbeat',
  key = replace(key, 'good-night', 'heartbeat'),
  topic = 'heartbeat',
  facts = replace(facts, '"topic":"good-night"', '"topic":"heartbeat"')
where channel = 'good-night' and topic = 'good-night';
