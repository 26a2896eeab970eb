-- Purpose: the stages of one lane of a run, in front of the tables of the same names: a lane judges a part of the orders on
--          a connection of its own, by the same statements as a run that has one. What it comes to goes into the
--          work_*_results that all lanes share.
-- Grain:   as in 000003_create_work.sql, of the lane's orders.
-- Parameters: none; several statements

create temporary table work_keys (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  round       integer not null
) on commit drop;
create temporary table work_callbacks (like work_callbacks) on commit drop;
create temporary table work_answers (like work_answers) on commit drop;
create temporary table work_orders (like work_orders) on commit drop;
create temporary table work_notifications (like work_notifications) on commit drop;
create temporary table work_payments (like work_payments) on commit drop;
create temporary table work_evidence (like work_evidence) on commit drop;
create temporary table work_verdicts (like work_verdicts) on commit drop;
create temporary table work_findings (like work_findings) on commit drop;
