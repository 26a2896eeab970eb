import { libraryCall } from '../caller.ts';
import { loadSettings as loadSettingsOf } from '../settings/load-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { checkArguments, OBJECT, TEXT } from './arguments.ts';

export interface LoadSettingsOptions {
  /** Path of the file; without one, `payin-recon.yaml` of the working directory if it is there. */
  readonly file?: string | undefined;
  /** Variables to use instead of the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The settings that a command would use here: those of the file, and above them those of the environment.
 * @throws Fault ARGUMENT_INVALID, SETTINGS_INVALID that lists every mistake
 */
export function loadSettings(options: LoadSettingsOptions = {}): Settings {
  checkArguments(libraryCall('loadSettings'), options, { file: TEXT, environment: OBJECT });
  return loadSettingsOf({
    file: options.file,
    environment: options.environment ?? process.env,
    workingDirectory: process.cwd(),
  });
}
