-- Purpose: lets a finding say how often it was told, so that more of the same is not taken for what was decided about.
-- Grain:   work_evidence: one row per order.
-- Units:   counts of pay-in records, and of notifications: deliveries that say the same count once.

alter table work_evidence add column pay_ins integer not null default 0;

alter table work_evidence add column notifications integer not null default 0;

alter table work_evidence add column unpaid_notifications integer not null default 0;

alter table work_evidence add column reversed_notifications integer not null default 0;

alter table work_evidence add column unknown_notifications integer not null default 0;

alter table work_evidence add column refused_notifications integer not null default 0;

alter table work_evidence add column foreign_notifications integer not null default 0;

alter table work_evidence add column unverified_notifications integer not null default 0;
