-- Purpose: takes out what is staged of records that were purged: they were counted when they were read first.
-- Grain:   one row per staged row.
-- Rules:   a record that was logged after the newest purge was not purged, so that fresh records are not looked up.
-- Parameters: none
-- Parts:   staged (a staging table with the digest of a record)

delete from :staged as s
where s.logged_at <= (select at from audit_entries where action = 'purge' order by entry desc limit 1)
  and exists (select from purged_records p where p.digest = s.digest offset 0)
