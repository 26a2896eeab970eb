-- Purpose: how the files of a version were written, so that it can be written again as it was. Every version before
--          was written as CSV of the profile standard.
-- Grain:   versions: one per date, region and version published.

alter table versions add column profile text collate "C" not null default 'standard';

alter table versions add column format text collate "C" not null default 'csv';
