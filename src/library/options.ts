import { resolve } from 'node:path';
import { openStore as openStoreOf } from '../database/open-store.ts';
import type { Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { type Instant, instantOfMilliseconds } from '../normalise/instant.ts';
import { checkPassed, readInstant } from '../operate/dates.ts';
import { parseSettings, type Settings, type SettingsInput } from '../settings.ts';

/** What every call takes. */
export interface CommonOptions {
  /**
   * Settings as payin-recon.yaml has them (`{ databaseUrl, graceSeconds: 600 }`), or those that `loadSettings` gave.
   * What is not named has its default; neither file nor environment is looked at.
   */
  readonly settings?: SettingsInput | undefined;
  /** A store that `openStore` gave: used and left open. Without one, the call opens that of the settings and closes it. */
  readonly store?: Store | undefined;
}

/**
 * Opens the database that the settings name, for several calls, and brings its layout up to date; close it at the end.
 * An embedded one makes this process save memory rather than time (V8's `--optimize-for-size`).
 * @throws Fault SETTINGS_INVALID, DATABASE_UNREACHABLE, FOLDER_NOT_WRITABLE, SCHEMA_MISMATCH, STORE_LOCKED
 */
export async function openStore(settings: SettingsInput = {}): Promise<Store> {
  return openStoreOf(parseSettings(settings), process.cwd());
}

/** Runs the work on the store of the options, or on one that is opened for it and closed whatever happens. */
export async function withStoreOf<T>(
  options: CommonOptions,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (options.store !== undefined) return work(options.store);
  const store = await openStore(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** An instant of an option: ISO 8601 with its offset, or a Date. Throws INSTANT_INVALID. */
export function instantOf(where: string, given: string | Date): Instant {
  if (typeof given === 'string') return readInstant(where, given);
  const instant = instantOfMilliseconds(given.getTime());
  if (instant === undefined) throw new Fault('INSTANT_INVALID', { where, found: String(given) });
  return instant;
}

/** An instant of an option, if it is given, that has passed. Throws INSTANT_INVALID, USAGE. */
export function passedOf(
  where: string,
  given: string | Date | undefined,
  at: Instant,
  settings: Settings,
): Instant | undefined {
  return given === undefined ? undefined : checkPassed(where, instantOf(where, given), at, settings);
}

/** A path of an option, absolute; relative ones start from the working directory. */
export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}
