-- Purpose: by which edition of the rules the orders of a region were judged. Results of an earlier edition may differ from what
--          the proofs of this program expect; the next run judges every order again.
-- Grain:   judgings: one row per region.

alter table judgings add column judging_rules integer not null default 1;
