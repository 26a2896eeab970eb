import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { quoted } from '../../terminal-text.ts';

/** What a name has in place of bytes that are not UTF-8. It may also be a character of the name itself. */
const REPLACEMENT = '\uFFFD';

/** A file or folder whose name is not UTF-8. No path as text opens it. */
export interface Misnamed {
  /** The name with the replacement character for what is not UTF-8, to compare with patterns. */
  readonly name: string;
  /** The path with escapes, for messages. */
  readonly shown: string;
  readonly folder: string;
  readonly bytes: Buffer;
}

export interface FolderNames {
  readonly names: readonly string[];
  readonly misnamed: readonly Misnamed[];
}

/** What a folder contains; every listing of evidence uses this. Throws the system's error. */
export function namesInFolder(folder: string): FolderNames {
  const names = readdirSync(folder);
  // Names as bytes take longer, and are needed for few folders.
  if (!names.some((name) => name.includes(REPLACEMENT))) return { names, misnamed: [] };
  const all = readdirSync(folder, { encoding: 'buffer' });
  return {
    names: all.filter(isText).map(String),
    misnamed: all
      .filter((bytes) => !isText(bytes))
      .sort(Buffer.compare)
      .map((bytes) => ({
        name: String(bytes),
        shown: join(folder, asciiWithHexBytes(bytes)),
        folder,
        bytes,
      })),
  };
}

/** What a folder contains under such names for one in which the system has put the replacement character. */
export function misnamedAs(folder: string, name: string): readonly Misnamed[] {
  if (!name.includes(REPLACEMENT)) return [];
  try {
    return namesInFolder(folder).misnamed.filter((one) => one.name === name);
  } catch {
    return [];
  }
}

/** SOURCE_UNREADABLE for each, with a command that renames the first in each folder. */
export function misnamedFaults(misnamed: readonly Misnamed[]): Fault[] {
  const remedies = new Map<string, string>();
  return misnamed.map((one) => {
    const remedy = remedies.get(one.folder) ?? `Rename it and run the same command again: ${renaming(one)}`;
    remedies.set(one.folder, remedy);
    return new Fault('SOURCE_UNREADABLE', { where: one.shown, found: 'its name is not UTF-8', remedy });
  });
}

/** Undefined for anything else. A path that cannot be examined is taken for a folder, because it may be one. */
export function kindOfMisnamed(one: Misnamed): 'file' | 'folder' | undefined {
  try {
    const stats = statsOf(pathOf(one));
    if (stats?.isDirectory() === true) return 'folder';
    return stats?.isFile() === true ? 'file' : undefined;
  } catch {
    return 'folder';
  }
}

/**
 * Whether it is a file with a name that is looked for, or a folder with one below it. True for what cannot be read, because nothing
 * is known of it.
 */
export function hasWanted(one: Misnamed, isWanted: (name: string) => boolean): boolean {
  const seen = new Set<string>();
  const hasWantedBelow = (path: Buffer, name: string): boolean => {
    const stats = statsOf(path);
    if (stats?.isDirectory() !== true) return stats?.isFile() === true && isWanted(name);
    // Not `realpathSync`, which makes text of every path.
    const place = `${stats.dev} ${stats.ino}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const inner = readdirSync(path, { encoding: 'buffer' });
    return inner.some((bytes) => hasWantedBelow(below(path, bytes), String(bytes)));
  };
  try {
    return hasWantedBelow(pathOf(one), one.name);
  } catch {
    return true;
  }
}

/** Undefined if there is nothing, also for a broken or circular link. Throws the system's error. */
export function statsOf(path: string | Buffer): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

function isText(bytes: Buffer): boolean {
  return Buffer.from(String(bytes)).equals(bytes);
}

function pathOf({ folder, bytes }: Misnamed): Buffer {
  return below(Buffer.from(folder), bytes);
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}

/** A name in ASCII, with its other bytes as `\xe7`. */
function asciiWithHexBytes(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/**
 * A command for bash or zsh that renames a file or folder. Bytes are read as Latin-1; where they are of another character set, such
 * as that of DOS, the new name has `_` for them.
 */
function renaming({ folder, bytes }: Misnamed): string {
  const latin = bytes.toString('latin1');
  const isLatin = !/[\0-\x1f\x7f-\x9f]/.test(latin);
  const renamed = isLatin ? latin : latin.replace(/[^\x20-\x7e]/g, '_');
  const exact = asciiWithHexBytes(Buffer.from(latin.replace(/[\\']/g, '\\$&'), 'latin1'));
  return `mv -n -- ${quoted(join(folder, '/'))}$'${exact}' ${quoted(join(folder, renamed))}`;
}
