import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { syncFolder } from '../database/sync-folder.ts';

/** A file that is written at its end. */
export interface AppendedFile {
  /** Writes all bytes at the end of the file; they are on disk only after `sync`. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves once everything written is on disk, so that a power cut cannot take it. */
  sync(): Promise<void>;
  /** Cuts the file at a length in bytes. */
  cut(length: number): Promise<void>;
  /** Whether another program removed, packed or renamed it meanwhile: nobody reads under its name what is written to it. */
  isGone(): Promise<boolean>;
  /** Length in bytes when it was opened. */
  readonly length: number;
  close(): Promise<void>;
}

/** The operations of a disk that an append-only log needs; tests count them and simulate a power cut. */
export interface Disk {
  /** Opens a file to append to it; creates it if it does not exist. */
  open(path: string): Promise<AppendedFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Resolves once the entries of a folder are on disk: files that were created, renamed and removed in it. */
  syncFolder(folder: string): Promise<void>;
  /** Names of the entries of a folder, in any order. */
  list(folder: string): Promise<string[]>;
}

/** The file system of this machine. */
export const DISK: Disk = {
  open: async (path) => {
    // Readable by its owner and group only: it holds amounts and identifiers.
    const handle = await open(path, 'a+', 0o640);
    const { size } = await handle.stat();
    return appendedFile(path, handle, size);
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder,
  list: (folder) => readdir(folder),
};

function appendedFile(path: string, handle: FileHandle, length: number): AppendedFile {
  return {
    append: async (bytes) => {
      let written = 0;
      while (written < bytes.length) {
        const { bytesWritten } = await handle.write(bytes, written);
        written += bytesWritten;
      }
    },
    sync: () => handle.datasync(),
    cut: (length) => handle.truncate(length),
    isGone: () => isElsewhere(path, handle),
    length,
    close: () => handle.close(),
  };
}

/** Whether the name of an open file is that of no file any more, or that of another one. */
async function isElsewhere(path: string, handle: FileHandle): Promise<boolean> {
  const own = await handle.stat({ bigint: true });
  try {
    const named = await stat(path, { bigint: true });
    return named.ino !== own.ino || named.dev !== own.dev;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
