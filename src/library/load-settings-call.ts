import { libraryCall } from '../caller.ts';
import { loadSettings as loadSettingsOf } from '../settings/load-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { checkArguments, OBJECT, TEXT } from './arguments.ts';

/** Options of `loadSettings`. */
export interface LoadSettingsOptions {
  /** Path of the settings file; by default `payin-recon.yaml` in the working directory, if it exists. */
  readonly file?: string | undefined;
  /** Environment variables to use instead of those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Loads the settings that a command would use here. The environment takes precedence over the file.
 * @throws Fault ARGUMENT_INVALID, SETTINGS_INVALID with all mistakes
 */
export function loadSettings(options: LoadSettingsOptions = {}): Settings {
  checkArguments(libraryCall('loadSettings'), options, { file: TEXT, environment: OBJECT });
  return loadSettingsOf({
    file: options.file,
    environment: options.environment ?? process.env,
    workingDirectory: process.cwd(),
  });
}
