import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly folder: string;
  /** Makes it so large, from then on. */
  resize(megabytes: number): void;
}

/** Whether this user may mount file systems, which root outside of a container may. */
export const mayMount: boolean = tryMount();

/** A file system of its own with so much space, gone when the test that asks is over. */
export function smallDisk(megabytes: number): SmallDisk {
  // Below /tmp, where every user comes: a server that root starts has the rights of another.
  const folder = mkdtempSync('/tmp/payin-recon-disk-');
  mount(folder, ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs']);
  onTestFinished(() => {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, resize: (size) => mount(folder, ['-o', `remount,size=${size}m`]) };
}

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-mount-'));
  try {
    mount(folder, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs']);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mount(folder: string, words: readonly string[]): void {
  execFileSync('mount', [...words, folder], { stdio: 'pipe' });
}

/** Lazily: a server may have its files open for a moment still. */
function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}
