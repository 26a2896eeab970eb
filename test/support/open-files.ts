import { existsSync, readdirSync, readlinkSync } from 'node:fs';

/** Open files of this process below a folder, by the system's list; none where there is no such list. */
export function openFiles(folder: string): string[] {
  const list = '/proc/self/fd';
  if (!existsSync(list)) return [];
  return readdirSync(list)
    .map((name) => linkOf(`${list}/${name}`))
    .filter((target) => target.startsWith(folder));
}

/** The file behind an entry of the list; empty if it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
