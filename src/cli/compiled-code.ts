import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const ROOT = 0;
const OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;
/** In such a folder only the owner of a file can replace it. */
const STICKY = 0o1000;

/**
 * Lets Node keep the code that it compiles from the program's files, so that later commands start a third faster. The code
 * is run as it is found: it is kept in `payin-recon` in the user's cache folder, and only if nobody else can change or replace
 * that. Otherwise, and where NODE_DISABLE_COMPILE_CACHE is set, every command compiles anew; NODE_COMPILE_CACHE names another folder.
 */
export function keepCompiledCode(): void {
  const { XDG_CACHE_HOME: given = '', NODE_DISABLE_COMPILE_CACHE: isOff = '' } = process.env;
  if (isOff !== '' || getCompileCacheDir() !== undefined) return;
  const uid = process.getuid?.();
  // Some systems do not say whose a folder is.
  if (uid === undefined) return;
  const folder = ownFolder(given, uid);
  if (folder !== undefined) enableCompileCache(folder);
}

/** The folder for compiled code, which is made if it is missing; undefined where others could put code into it. */
function ownFolder(given: string, uid: number): string | undefined {
  try {
    // A home can be empty, and a user without an entry in the system's list has none, which throws.
    const caches = isAbsolute(given) ? given : join(homedir(), '.cache');
    if (!isAbsolute(caches)) return undefined;
    let existing = caches;
    while (!existsSync(existing)) existing = dirname(existing);
    // Nothing is made where another user's home is that of this one, as under sudo.
    if (!isClosed(realpathSync(existing), uid)) return undefined;
    mkdirSync(join(caches, 'payin-recon'), { recursive: true, mode: 0o700 });
    const folder = realpathSync(join(caches, 'payin-recon'));
    const isPrivate = statSync(folder).uid === uid && (statSync(folder).mode & OTHERS) === 0;
    return isPrivate && isClosed(folder, uid) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether only the user and root can change what is at a path without links, and at every folder above it. */
function isClosed(path: string, uid: number): boolean {
  const { uid: owner, mode } = statSync(path);
  const isOwn = owner === uid || owner === ROOT;
  if (!isOwn || ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0)) return false;
  return dirname(path) === path || isClosed(dirname(path), uid);
}
