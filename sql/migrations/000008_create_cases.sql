-- Purpose: what people decided about findings, as stretches of the audit trail, so that the findings of every version
--          can be listed again as they were. Nothing is rewritten but until_entry.
-- Grain:   one row per finding (order and code) and stretch of audit entries; a finding without one was never touched.
-- Units:   from_entry, until_entry are numbers of audit_entries: the stretch holds from the one until before the other.

create table case_states (
  order_no       text collate "C" not null,
  merchant_id    text collate "C" not null,
  code           text collate "C" not null,
  from_entry     bigint not null,
  until_entry    bigint,
  state          text collate "C" not null,
  assignee       text collate "C",
  -- The newest note.
  note           text collate "C",
  -- Why the finding is closed; of an open one, why it was opened again.
  reason         text collate "C",
  -- What the finding said when its state was decided: evidence that says something else opens it again.
  expected       text collate "C",
  actual         text collate "C",
  finding_reason text collate "C",
  constraint case_states_pkey primary key (order_no, merchant_id, code, from_entry),
  constraint case_states_of_entry foreign key (from_entry) references audit_entries (entry),
  constraint case_states_known check (state in ('open', 'resolved', 'accepted', 'written_off'))
);
