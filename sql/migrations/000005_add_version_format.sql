-- Purpose: how the files of a version were written, so that it can be written again as it was: their form, and the
--          zones of their run. Every version before was written as CSV of the profile standard.
-- Grain:   versions: one per date, region and version published; runs: one per run.

alter table versions add column profile text collate "C" not null default 'standard';

alter table versions add column format text collate "C" not null default 'csv';

-- Zone of each region, as a JSON object by the region's name; null for a run that did not keep them.
alter table runs add column zones text collate "C";
