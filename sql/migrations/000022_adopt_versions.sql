-- Purpose: versions that another store published and this one adopted, once it made the same facts.
-- Grain:   versions: one row per date, region and version published.

-- The entry of the audit trail by which it was adopted; null for a version that this store published.
alter table versions add column adopted_entry bigint;

-- SHA-256 of an adopted version's manifest, by which what this store does not make again is checked: the states beside
-- the facts, which show the time and the history of the store that published them.
alter table versions add column manifest_sha256 text collate "C";
