-- Purpose: by which edition of the program's own rules of reading records were read and runs reported, so that what an
--          earlier edition read is found, and read again (renormalise), and versions that an earlier edition published
--          are made as they were (verify).
-- Grain:   sources: one row per file read; runs: one row per run. A number that grows with each edition; 1 is that of
--          everything before it was kept.

alter table sources add column reading_rules integer not null default 1;

alter table runs add column reading_rules integer not null default 1;
