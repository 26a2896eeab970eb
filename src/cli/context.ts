import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { openStore } from '../database/open-store.ts';
import type { Store } from '../database/store.ts';
import { type Form, PROFILE_NAMES } from '../export/profile.ts';
import type { Instant } from '../normalise/instant.ts';
import { clockWarning, clockWarningText } from '../operations/schedule/clock-warning.ts';
import { loadSettings } from '../settings/load-settings.ts';
import { FORMATS } from '../settings/output-formats.ts';
import type { Settings } from '../settings/schema.ts';
import type { GlobalOptions } from './global-options.ts';
import { note } from './print.ts';
import { showProgress } from './show-progress.ts';

interface FormOptions {
  readonly profile?: Form['profile'] | undefined;
  readonly format?: Form['format'] | undefined;
}

/** Declares the option that commands writing CSV take. */
export function withProfileOption<T>(yargs: Argv<T>) {
  return yargs.option('profile', {
    choices: PROFILE_NAMES,
    requiresArg: true,
    describe: 'For whom: programs (standard), or Excel in Brazil or Egypt (default: setting export)',
  });
}

/** Declares the options that commands writing files take. */
export function withFormOptions<T>(yargs: Argv<T>) {
  return withProfileOption(yargs).option('format', {
    choices: FORMATS,
    requiresArg: true,
    describe: 'CSV files, Excel workbooks, or Parquet files',
  });
}

interface PathOptions {
  readonly out?: string | undefined;
}

/**
 * Loads the settings from the command line, the environment and the settings file.
 * @param own settings that options of one command give, by group; those that are undefined are not given
 */
export function settingsOf(
  options: GlobalOptions & PathOptions & FormOptions,
  own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): Settings {
  return loadSettings({
    file: options.config,
    environment: process.env,
    workingDirectory: process.cwd(),
    warn: note,
    overrides: {
      ...(options.data === undefined ? {} : { data: options.data }),
      ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
      ...(options.out === undefined ? {} : { out: options.out }),
      ...Object.fromEntries(Object.entries(own).map(([group, values]) => [group, given(values)])),
      export: {
        ...(options.profile === undefined ? {} : { profile: options.profile }),
        ...(options.format === undefined ? {} : { format: options.format }),
      },
    },
  });
}

function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Opens the store of the settings, runs the work and closes the store again, also on failure. */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings, process.cwd(), showProgress());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Warns on standard error if the clock of this machine is behind times in the store. */
export async function warnOfClock(store: Store, at: Instant): Promise<void> {
  const warning = await store.session((session) => clockWarning(session, at));
  if (warning !== undefined) note(clockWarningText(warning));
}

export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}
