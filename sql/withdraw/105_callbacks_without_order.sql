-- Purpose: lets `capture --store` keep again what it could assign to no order, where it had brought what is withdrawn: of a body that
--          it kept once it keeps no second line.
-- Grain:   one row per such body, also of other moments: these are kept once more if they come again.
-- Parameters: name text (the source that is withdrawn)

delete from known_rejects
where name = 'capture --store' and :name::text like 'capture %'
