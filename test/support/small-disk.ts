import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly folder: string;
  /** Changes the size. */
  resize(megabytes: number): void;
}

/** Whether this user may mount file systems. Root outside a container usually may. */
export const mayMount: boolean = tryMount();

/** A temporary file system of this size, removed when the current test ends. */
export function smallDisk(megabytes: number): SmallDisk {
  // Below /tmp, where every user has access: root runs the server as another user.
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

/** Unmounts lazily, because a server may have its files open for a moment longer. */
function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}
