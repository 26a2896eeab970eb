-- Purpose: write-offs that wait for the approval of a second person.
-- Grain:   as before, one row per finding and stretch of audit entries; all columns are null where nothing waits.
-- Units:   awaiting_amount_minor in minor units of awaiting_currency; null where the amount cannot be read.

alter table case_states add column awaiting_by text collate "C";
alter table case_states add column awaiting_reason text collate "C";
alter table case_states add column awaiting_currency text collate "C";
alter table case_states add column awaiting_amount_minor numeric(38, 0);
-- The finding stays open while it waits.
alter table case_states add constraint case_states_awaiting_known check (
  case when awaiting_by is null then awaiting_reason is null and awaiting_currency is null and awaiting_amount_minor is null
       else state = 'open' and awaiting_reason is not null
  end
);
