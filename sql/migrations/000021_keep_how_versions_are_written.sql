-- Purpose: by which rules the manifest and the files of a version are written, so that one of an earlier program can be
--          checked, and written again, as it was; and a way to what adjustments already said of an order.
-- Grain:   versions: one per date, region and version published.

-- The schema that the version's manifest names; see reports/report.ts.
alter table versions add column schema integer not null default 1;

create index adjustments_by_order on adjustments (order_no, merchant_id);
