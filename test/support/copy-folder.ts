import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Copies what is in a folder. Names of one file, which versions share, are names of one file in the copy, too. */
export function copyFolder(from: string, to: string, copies = new Map<number, string>()): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, copy, copies);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy);
    else {
      const { ino } = statSync(source);
      const first = copies.get(ino);
      if (first === undefined) copyFileSync(source, copy);
      else linkSync(first, copy);
      copies.set(ino, first ?? copy);
    }
  }
}
