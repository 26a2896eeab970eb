import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../errors.ts';
import { writeFault } from '../../file-fault.ts';
import { LATEST } from './latest-link.ts';
import { MANIFEST } from './version-files.ts';

const VERSION = /^v\d+$/;

/**
 * Refuses a folder for files that are no version: one with published versions, or within one. A published version is never changed,
 * and unfinished files there are those of a run.
 * @param what what is to be written, for the remedy
 * @throws Fault FOLDER_NOT_WRITABLE
 */
export function refuseVersions(folder: string, what: string): void {
  const version = entriesOf(folder).find((name) => name === LATEST || VERSION.test(name));
  if (version !== undefined) throw refused(folder, what, `published versions (${version})`);
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (isVersion(at)) throw refused(folder, what, `${at} is a published version`);
    if (isVersion(join(at, LATEST))) throw refused(folder, what, `${at} has published versions`);
  }
}

function isVersion(folder: string): boolean {
  const name = basename(folder);
  return (name === LATEST || VERSION.test(name)) && existsSync(join(folder, MANIFEST));
}

function refused(where: string, what: string, found: string): Fault {
  const remedy = `Name a folder for ${what} that is not the folder of reports.`;
  return new Fault('FOLDER_NOT_WRITABLE', { where, found, remedy });
}

function entriesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder);
  } catch (error) {
    throw writeFault(error, folder) as Error;
  }
}
