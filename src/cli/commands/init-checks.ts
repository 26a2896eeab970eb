import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { now } from '../../clock.ts';
import { connect } from '../../database/open-store.ts';
import { Fault } from '../../errors.ts';
import { checkChannels } from '../../operations/doctor/channels.ts';
import { checkSources } from '../../operations/doctor/check-sources.ts';
import { findPath } from '../../operations/doctor/folders.ts';
import type { GradedCheck } from '../../operations/doctor/graded-check.ts';
import type { Settings } from '../../settings/schema.ts';
import { absolute } from '../context.ts';

/** The result of checking one part of the settings. */
export interface SetUpCheck {
  readonly what: string;
  readonly told: string;
  /** Why the check failed. */
  readonly fault?: Fault;
}

/**
 * Checks everything that the settings refer to, also after a failure: opens the database and checks the folders.
 * @param needsVariable whether DATABASE_URL has to give the address of the database
 */
export async function checkSetUp(settings: Settings, needsVariable: boolean): Promise<SetUpCheck[]> {
  return [
    { what: 'settings', told: 'valid' },
    await checked('database', () => tryDatabase(settings, needsVariable)),
    await checked('reports', () => tryOut(settings.out)),
    ...(await Promise.all(settings.ingest.folders.map((folder) => checked('logs', () => tryFolder(folder))))),
    ...(await checkSources(settings, { now, workingDirectory: process.cwd() })).map(asTried),
    ...(await checkChannels(settings, process.cwd())).map(asTried),
  ];
}

/** Converts a check of doctor. */
function asTried({ subject, grade, found, remedy, code }: GradedCheck): SetUpCheck {
  const tried = { what: subject, told: found };
  if (grade !== 'bad') return tried;
  const detail = { where: subject, found, ...(remedy === undefined ? {} : { remedy }) };
  return {
    ...tried,
    fault: new Fault(
      code ?? (subject.startsWith('channel') ? 'ALERT_UNDELIVERED' : 'SOURCE_UNREADABLE'),
      detail,
    ),
  };
}

async function checked(what: string, work: () => Promise<string> | string): Promise<SetUpCheck> {
  try {
    return { what, told: await work() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { where = '', found = error.message } = error.detail;
    return { what, told: `${where}: ${[found].flat().join('; ')}`, fault: error };
  }
}

async function tryDatabase(settings: Settings, needsVariable: boolean): Promise<string> {
  if (needsVariable && settings.databaseUrl === undefined) {
    throw new Fault('SECRET_UNAVAILABLE', {
      where: 'DATABASE_URL',
      found: 'not set',
      expected: 'postgresql://user@host:5432/database',
      remedy: 'Set it for this command and for those that follow.',
    });
  }
  const store = await connect(settings, process.cwd());
  await store.close();
  return store.address;
}

/** Checks that the folder of reports, or the nearest existing folder above it, is writable. */
function tryOut(out: string): string {
  const path = absolute(out);
  let there = path;
  while (kindOf(there) === 'nothing' && dirname(there) !== there) there = dirname(there);
  if (kindOf(there) !== 'folder') throw new Fault('FOLDER_NOT_WRITABLE', { where: there, found: 'a file' });
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch {
    throw new Fault('FOLDER_NOT_WRITABLE', { where: there, found: 'no right to write there' });
  }
  return there === path ? out : `${out}, created with the first reports`;
}

function tryFolder(folder: string): string {
  const path = absolute(folder);
  const { at, problem, files } = findPath(path);
  if (problem === 'missing') {
    const found = at === path ? 'nothing there' : `no folder ${at}`;
    throw new Fault('SOURCE_NOT_FOUND', { where: folder, found });
  }
  if (problem === 'unreadable') {
    throw new Fault('SOURCE_UNREADABLE', { where: folder, found: 'no right to read it' });
  }
  return files === undefined ? folder : `${folder}, ${files} now`;
}

function kindOf(path: string): 'folder' | 'file' | 'nothing' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  return found.isDirectory() ? 'folder' : 'file';
}
