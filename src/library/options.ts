import { resolve } from 'node:path';
import { PROGRAM } from '../books/findings/reopen-contradicted.ts';
import { checkPassed, readInstant } from '../books/run/given-instants.ts';
import type { Caller } from '../caller.ts';
import { openStore as openStoreOf } from '../database/open-store.ts';
import type { Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { type Instant, instantOfMilliseconds } from '../normalise/instant.ts';
import type { RecordKind } from '../normalise/record.ts';
import { parseSettings } from '../settings/load-settings.ts';
import type { Settings, SettingsInput } from '../settings/schema.ts';
import { checkAborted } from './abort.ts';

/** What every call takes. */
export interface CommonOptions {
  /**
   * Settings as payin-recon.yaml has them (`{ databaseUrl, graceSeconds: 600 }`), or those that `loadSettings` gave.
   * What is not named has its default; neither file nor environment is read.
   */
  readonly settings?: SettingsInput | undefined;
  /** A store that `openStore` gave: used and left open. Without one, the call opens that of the settings and closes it. */
  readonly store?: Store | undefined;
  /**
   * Ends the call once it is aborted, with the fault INTERRUPTED and the signal's reason as its cause: at the next file,
   * date, version or row. What was kept or published until then stays; what was under way is undone.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The settings of the options. Throws SETTINGS_INVALID. */
export function settingsOf({ settings = {} }: Pick<CommonOptions, 'settings'>): Settings {
  return parseSettings(settings);
}

/**
 * Business dates, by each region's own calendar, named in one of four ways: a date (`2026-11-19`, `yesterday`,
 * `today`), a first and a last one, a month (`2026-11`), or the last days that are over, up to yesterday (`7d`, `4w`).
 */
export type DatesOption =
  | { readonly date: string }
  | { readonly from: string; readonly to: string }
  | { readonly month: string }
  | { readonly last: string };

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
  checkAborted(options.signal);
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

/** An instant of an option, if it is given, that has passed. Throws INSTANT_INVALID, ARGUMENT_INVALID. */
export function passedOf(
  name: string,
  given: string | Date | undefined,
  caller: Caller,
  moment: { readonly at: Instant; readonly settings: Settings },
): Instant | undefined {
  if (given === undefined) return undefined;
  return checkPassed(name, instantOf(caller.argument(name), given), caller, moment);
}

/** A kind of record as the functions name it. */
export function kindOf(kind: 'pay-ins' | 'callbacks' | undefined): RecordKind | undefined {
  return kind === undefined ? undefined : kind === 'pay-ins' ? 'pay-in' : 'callback';
}

/** A text for the audit trail, without spaces around it. Throws ARGUMENT_INVALID if it is empty. */
export function saidText(caller: Caller, name: string, text: string): string {
  const said = text.trim();
  const isProgram = name === 'by' && said === PROGRAM;
  if (said !== '' && !isProgram) return said;
  throw new Fault(caller.code, {
    where: caller.argument(name),
    found: isProgram ? `${said}, which is this program itself` : 'nothing',
    expected: name === 'by' ? 'the name of who decides' : 'why, in a few words, for the audit trail',
  });
}

/** A path of an option, absolute; relative ones start from the working directory. */
export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}
