import { mkdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Lets Node keep the code that it compiles from the program's files, so that later commands start a third faster. The code
 * is run as it is found: it is kept only in a folder that nobody else can change, `payin-recon` in the user's cache folder.
 * Where there is none, or NODE_DISABLE_COMPILE_CACHE is set, every command compiles anew. NODE_COMPILE_CACHE names another.
 */
export function keepCompiledCode(): void {
  const folder = ownFolder(process.env['XDG_CACHE_HOME']);
  if (folder !== undefined) enableCompileCache(folder);
}

/**
 * The folder for compiled code, which is made if it is missing; undefined where other users could put code into it, and on systems that
 * do not tell whose a folder is.
 * @param given the user's cache folder; a path that is not absolute, or is empty, stands for `.cache` at home
 */
function ownFolder(given: string | undefined): string | undefined {
  try {
    const caches = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
    // Whoever owns a folder above can put another in the place of this one.
    mkdirSync(caches, { recursive: true, mode: 0o700 });
    const folder = join(caches, 'payin-recon');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [caches, folder].every(isOwn) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0;
}
