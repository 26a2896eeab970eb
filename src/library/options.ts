import { resolve } from 'node:path';
import { trimmed } from '../blank-text.ts';
import { PROGRAM } from '../books/findings/reopen-contradicted.ts';
import { checkPassed, readInstant } from '../books/run/given-instants.ts';
import type { Caller } from '../caller.ts';
import { type KindName, recordKind } from '../contract/record-kinds.ts';
import { openStore as openStoreOf } from '../database/open-store.ts';
import type { Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { type Instant, instantOfMilliseconds } from '../normalise/instant.ts';
import type { RecordKind } from '../normalise/record.ts';
import { parseSettings } from '../settings/load-settings.ts';
import type { Settings, SettingsInput } from '../settings/schema.ts';
import { checkAborted } from './abort.ts';
import { inWordsOfLibrary } from './own-remedies.ts';
import { closable, onShared } from './shared-store.ts';

/** Options common to all calls. */
export interface CommonOptions {
  /**
   * Settings in the form of payin-recon.yaml (`{ databaseUrl, graceSeconds: 600 }`), or the result of `loadSettings`.
   * Missing settings have their defaults; neither the file nor the environment is read.
   */
  readonly settings?: SettingsInput | undefined;
  /**
   * A store from `openStore`; the call leaves it open. Without one, the call opens the store of the settings and closes
   * it.
   */
  readonly store?: Store | undefined;
  /**
   * Aborts the call at the next file, date, version or row. It then throws the fault INTERRUPTED with the signal's
   * reason as the cause. What was stored or published before stays; the step in progress is rolled back.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Validates the settings of the options. Throws SETTINGS_INVALID. */
export function settingsOf({ settings = {} }: Pick<CommonOptions, 'settings'>): Settings {
  return parseSettings(settings);
}

/**
 * Business dates, by each region's own calendar. They are given in one of four ways: one date (`2026-11-19`,
 * `yesterday`, `today`), a first and a last date, a month (`2026-11`), or the last complete days (`7d`) or weeks (`4w`)
 * up to yesterday.
 */
export type DatesOption =
  | { readonly date: string }
  | { readonly from: string; readonly to: string }
  | { readonly month: string }
  | { readonly last: string };

/**
 * Opens the database of the settings for several calls and migrates its schema. Close it when done. An embedded
 * database does one call after another, and makes this process use less memory at the cost of speed (V8's
 * `--optimize-for-size`).
 * @throws Fault SETTINGS_INVALID, DATABASE_UNREACHABLE, FOLDER_NOT_WRITABLE, SCHEMA_MISMATCH, STORE_LOCKED
 */
export async function openStore(settings: SettingsInput = {}): Promise<Store> {
  return closable(await openStoreOf(parseSettings(settings), process.cwd()));
}

/** Runs the work on the store of the options, or else on one that is opened for it and always closed. */
export async function withStoreOf<T>(
  options: CommonOptions,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { signal, store: shared } = options;
  checkAborted(signal);
  try {
    if (shared !== undefined) return await onShared(shared, signal, () => work(shared));
    const store = await openStore(settings);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw inWordsOfLibrary(error);
  }
}

/** Converts an instant of an option: ISO 8601 with offset, or a Date. Throws INSTANT_INVALID. */
export function instantOf(where: string, given: string | Date): Instant {
  if (typeof given === 'string') return readInstant(where, given);
  const instant = instantOfMilliseconds(given.getTime());
  if (instant === undefined) throw new Fault('INSTANT_INVALID', { where, found: String(given) });
  return instant;
}

/** Converts an optional instant that must not be in the future. Throws INSTANT_INVALID, ARGUMENT_INVALID. */
export function passedOf(
  name: string,
  given: string | Date | undefined,
  caller: Caller,
  moment: { readonly at: Instant; readonly settings: Settings },
): Instant | undefined {
  if (given === undefined) return undefined;
  return checkPassed(name, instantOf(caller.argument(name), given), caller, moment);
}

/** Converts the name of a record kind. */
export function kindOf(kind: KindName | undefined): RecordKind | undefined {
  return recordKind(kind);
}

/**
 * Trims a text for the audit trail. Throws ARGUMENT_INVALID if it is empty, or if it names the program as the person.
 */
export function saidText(caller: Caller, name: string, text: string): string {
  const said = trimmed(text);
  const isProgram = name === 'by' && said === PROGRAM;
  if (said !== '' && !isProgram) return said;
  throw new Fault(caller.code, {
    where: caller.argument(name),
    found: isProgram ? `${said}, which is this program itself` : 'nothing',
    expected: name === 'by' ? 'the name of who decides' : 'why, in a few words, for the audit trail',
  });
}

/** Resolves a path against the working directory. */
export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}
