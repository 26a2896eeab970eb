import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes that a user may still write where a path is, or, before it is made, will be. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(path));
  return bavail * bsize;
}

/** The path, or the nearest folder above it that there is. */
export function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
