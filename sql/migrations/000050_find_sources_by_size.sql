-- Purpose: finds what was read of the bytes of a file without reading all sources: for each file it is looked up first by its size.
-- Grain:   one row per source.

create index sources_by_size on sources (bytes);
