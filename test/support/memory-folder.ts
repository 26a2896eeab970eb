import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';

/** Several times the space in use at once: some hundred megabytes of files, and up to 1 GB of server log. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * A folder in memory for the tests' files; undefined if there is none with enough space. TMPDIR takes precedence. The
 * tests create a thousand temporary databases, and writing those to a disk takes longer than everything else.
 */
export function memoryFolder(): string | undefined {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  const free = Math.min(bavail * bsize, process.availableMemory() / 2);
  return free >= ROOM_BYTES && runsPrograms(MEMORY) ? MEMORY : undefined;
}

/** Whether files in a folder may be written and executed. Containers often mount it without execute permission. */
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
