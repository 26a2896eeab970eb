import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Free bytes for this user on the file system of a path, which need not exist yet. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(path));
  return bavail * bsize;
}

/** The path, or its nearest existing parent. */
export function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
