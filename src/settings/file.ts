import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ReadYaml, readYaml } from './yaml.ts';

/** Largest size of a settings file; anything longer is some other file. */
const MOST_BYTES = 1_048_576;

/** A settings file as it was read. `name` is used in places; undefined where there is no file. */
export interface SettingsFile extends Pick<ReadYaml, 'mistakes' | 'placeOf'> {
  readonly name: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether users other than its owner may read it. */
  readonly isOpen: boolean;
}

/**
 * Reads a settings file. Problems are returned as mistakes, never thrown.
 * @param isNeeded whether a missing file is a mistake
 */
export function readSettingsFile(workingDirectory: string, name: string, isNeeded: boolean): SettingsFile {
  const path = resolve(workingDirectory, name);
  const wrong = (text: string): SettingsFile => ({
    name,
    values: {},
    isOpen: false,
    mistakes: [{ place: name, text }],
    placeOf: () => name,
  });
  let bytes: Buffer;
  let isOpen: boolean;
  try {
    const found = statSync(path);
    if (found.isDirectory()) return wrong('is a folder; expected a YAML file');
    if (found.size > MOST_BYTES)
      return wrong(`is longer than ${MOST_BYTES} bytes; expected a file of settings`);
    isOpen = isReadableByOthers(found.mode);
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      return wrong(`cannot be read (${code}); expected a YAML file`);
    if (isNeeded) return wrong('no such file; expected a YAML file');
    return { name: undefined, values: {}, isOpen: false, mistakes: [], placeOf: () => '' };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return wrong('is not UTF-8 text; save it as UTF-8');
  }
  const { value = {}, mistakes, placeOf } = readYaml(text, name);
  const values = value ?? {};
  if (typeof values !== 'object' || Array.isArray(values)) {
    const found = Array.isArray(values) ? 'a list' : 'no mapping';
    return {
      ...wrong(''),
      mistakes: [{ place: placeOf([]), text: `the whole is ${found}; expected ${LINES}` }],
    };
  }
  return { name, values: values as Record<string, unknown>, isOpen, mistakes, placeOf };
}

const LINES = 'lines of "name: value", with a space after the colon';

/** Whether the file's mode allows its group or everyone to read it; always false on Windows. */
export function isReadableByOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o044) !== 0;
}
