import { Fault } from '../errors.ts';
import { mistakesOf, type PlaceOf } from './check.ts';
import { noteDatabaseOrigin } from './database-origin.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { readSettingsFile } from './file.ts';
import { formOf } from './form.ts';
import { combine, fromOptions } from './layers.ts';
import { inOrder, type Mistake } from './mistake.ts';
import { type Settings, settingsSchema } from './schema.ts';
import { secretWarnings } from './secret-warnings.ts';

export const SETTINGS_FILE = 'payin-recon.yaml';

/** Settings that are never shown: an address may have a password, a command's arguments a token. */
export const SECRETS = [
  'databaseUrl',
  'databaseUrlCommand',
  'url',
  'urlCommand',
  'heartbeatUrl',
  'goodNightUrl',
];

export interface SettingsSource {
  /** Path of the file; default: `payin-recon.yaml` of the working directory if it exists. */
  readonly file?: string | undefined;
  readonly environment: Environment;
  readonly workingDirectory: string;
  /** Values of the command line, which take precedence over environment and file. */
  readonly overrides?: {
    readonly data?: string;
    readonly databaseUrl?: string;
    readonly out?: string;
    readonly export?: Partial<Settings['export']>;
  };
  /** Called with warnings about passwords that others can read. */
  readonly warn?: (text: string) => void;
}

/**
 * Reads file, environment and command line into one frozen object, checked whole.
 * Environment: `PAYIN_RECON_` and the setting's path in capitals (`PAYIN_RECON_LOGS_ZONE`), lists with commas;
 * the database is `DATABASE_URL`, or `PAYIN_RECON_DATABASE_URL` where other programs use the first.
 * @throws Fault SETTINGS_INVALID that lists every mistake with its place and what was expected
 */
export function loadSettings(source: SettingsSource): Settings {
  const file = readSettingsFile(
    source.workingDirectory,
    source.file ?? SETTINGS_FILE,
    source.file !== undefined,
  );
  const fromEnvironment = readEnvironment(() => formOf(settingsSchema), source.environment);
  const url = source.environment['DATABASE_URL'];
  const fromOthers =
    url === undefined || url === '' ? [] : [{ path: ['databaseUrl'], value: url, place: 'DATABASE_URL' }];
  const overrides = fromOptions(source.overrides ?? {});
  const { raw, placeOf } = combine(file, [fromOthers, fromEnvironment.assignments, overrides]);
  const settings = check(raw, [...file.mistakes, ...fromEnvironment.mistakes], placeOf);
  noteDatabaseOrigin(settings, placeOf);
  for (const text of secretWarnings(settings, { ...source, file, overrides })) source.warn?.(text);
  return settings;
}

/** The default settings, with some of them replaced. Throws SETTINGS_INVALID. */
export function parseSettings(raw: unknown, where = 'settings'): Settings {
  return check(raw, [], () => where);
}

export function check(raw: unknown, before: readonly Mistake[], placeOf: PlaceOf): Settings {
  const result = settingsSchema.safeParse(raw);
  if (result.success && before.length === 0) return deepFreeze(result.data);
  const issues = result.error?.issues ?? [];
  const mistakes = inOrder([...before, ...mistakesOf(issues, raw, formOf(settingsSchema), SECRETS, placeOf)]);
  throw new Fault('SETTINGS_INVALID', {
    where: [...new Set(mistakes.map(({ place }) => place.replace(/(:\d+)+$/, '')))].join(', '),
    found: mistakes.map(({ place, text }) => `${place}: ${text}`),
  });
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
