import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { openStore } from '../database/open-store.ts';
import type { Store } from '../database/store.ts';
import { FORMATS, type Form, PROFILE_NAMES } from '../export/profile.ts';
import type { Instant } from '../normalise/instant.ts';
import { clockWarning, clockWarningText } from '../operations/schedule/clock-warning.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/schema.ts';
import type { GlobalOptions } from './global-options.ts';
import { note } from './print.ts';

interface FormOptions {
  readonly profile?: Form['profile'] | undefined;
  readonly format?: Form['format'] | undefined;
}

/** Declares the option of commands that write CSV. */
export function withProfileOption<T>(yargs: Argv<T>) {
  return yargs.option('profile', {
    choices: PROFILE_NAMES,
    requiresArg: true,
    describe: 'For whom: programs (standard), or Excel in Brazil or Egypt (default: setting export)',
  });
}

/** Declares the options of commands that write files. */
export function withFormOptions<T>(yargs: Argv<T>) {
  return withProfileOption(yargs).option('format', {
    choices: FORMATS,
    requiresArg: true,
    describe: 'CSV files, or Excel workbooks',
  });
}

/** The settings that a command line, the environment and the file amount to. */
export function settingsOf(options: GlobalOptions & { out?: string | undefined } & FormOptions): Settings {
  return loadSettings({
    file: options.config,
    environment: process.env,
    workingDirectory: process.cwd(),
    warn: note,
    overrides: {
      ...(options.data === undefined ? {} : { data: options.data }),
      ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
      ...(options.out === undefined ? {} : { out: options.out }),
      export: {
        ...(options.profile === undefined ? {} : { profile: options.profile }),
        ...(options.format === undefined ? {} : { format: options.format }),
      },
    },
  });
}

/** Opens the store that the settings name, runs the work and closes it, whatever happens. */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings, process.cwd());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Says on standard error if this machine's clock is behind what the store has seen. */
export async function warnOfClock(store: Store, at: Instant): Promise<void> {
  const warning = await store.session((session) => clockWarning(session, at));
  if (warning !== undefined) note(clockWarningText(warning));
}

/** A path as the user gave it, absolute. */
export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}
