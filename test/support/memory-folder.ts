import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm';

/** Several times what is in use at once: some hundred megabytes of files, and up to 1 GB of the log that a server keeps. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * A folder in memory for the tests' files, undefined where there is none with room; TMPDIR is heeded. They make a thousand
 * databases that nobody keeps, and a disk takes longer to write these than all the rest.
 */
export function memoryFolder(): string | undefined {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  const free = Math.min(bavail * bsize, process.availableMemory() / 2);
  return free >= ROOM_BYTES && runsPrograms(MEMORY) ? MEMORY : undefined;
}

/** Whether files of a folder may be written and run: containers often have theirs without that right. */
function runsPrograms(folder: string): boolean {
  let own: string | undefined;
  try {
    own = mkdtempSync(join(folder, 'payin-recon-probe-'));
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
    execFileSync(program, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true });
  }
}
