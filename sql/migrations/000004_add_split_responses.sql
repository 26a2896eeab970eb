-- Purpose: responses that were logged on lines of their own, and how each source was read.
-- Grain:   pay_ins: a row is a whole call, a request (has_request), or a response alone (not has_request).
-- Units:   answered_at is the response's transactionTime as an instant, null where there is none to read;
--          sources.reading is the SHA-256 of what a file's lines are cut into records by (kind, columns, prefix),
--          sources.normalised_by that of the settings by which its records' texts were interpreted.

alter table pay_ins add column has_request boolean not null default true;
alter table pay_ins add column answered_at timestamptz;
alter table stage_pay_ins add column has_request boolean not null default true;
alter table stage_pay_ins add column answered_at timestamptz;

update pay_ins
set answered_at = created_at
where has_response and response_time_text is not null and not time_unreadable;

create index pay_ins_responses_alone on pay_ins (order_no) where not has_request;

alter table sources add column reading text collate "C" not null default '';
alter table sources add column normalised_by text collate "C" not null default '';

-- Which response that was logged by itself answers which request.
create unlogged table work_answers (
  order_no              text collate "C" not null,
  merchant_id           text collate "C" not null,
  request_digest        uuid not null,
  response_digest       uuid not null,
  answered_at           timestamptz,
  response_code         text collate "C",
  response_status       text collate "C",
  response_order_no     text collate "C",
  response_merchant_id  text collate "C",
  response_currency     text collate "C",
  response_amount_minor bigint,
  response_amount_text  text collate "C",
  response_method       text collate "C",
  trade_no              text collate "C",
  account_no            text collate "C",
  time_unreadable       boolean not null,
  time_ambiguous        boolean not null,
  offset_disagrees      boolean not null
);
