-- Purpose: the sub-merchant that a response echoes, to be held against the request's.
-- Grain:   pay_ins: one row per record; null where none was echoed, and of records that were read before.

alter table pay_ins add column response_sub_merchant_id text collate "C";
alter table work_answers add column response_sub_merchant_id text collate "C";
alter table work_orders add column response_sub_merchant_id text collate "C";
alter table work_evidence add column response_sub_merchant_id text collate "C";
