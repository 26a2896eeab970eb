-- Purpose: files that are read by every night need not be digested by every night: what their digest was is remembered.
-- Grain:   one row per path of a file.
-- Rules:   identity is device, inode, size and times of the file when it was digested; a file with another one is digested again.

create table file_digests (
  name     text collate "C" not null,
  identity text collate "C" not null,
  sha256   text collate "C" not null,
  constraint file_digests_pkey primary key (name)
);
