import { namedDates } from '../books/run/given-dates.ts';
import { givenNames, type NamedDates } from '../books/run/named-dates.ts';
import type { Verified } from '../books/verify/verified.ts';
import { verify as verifyStore } from '../books/verify/verify.ts';
import { deviationsOf } from '../books/verify/verify-text.ts';
import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { abortedBy } from './abort.ts';
import { COMMON, checkArguments, DATES, TEXT, VERSION } from './arguments.ts';
import { absolute, type CommonOptions, type DatesOption, settingsOf, withStoreOf } from './options.ts';

/** Options of `verify`. Without dates, it checks only the store's totals and the audit trail. */
export type VerifyOptions = CommonOptions & (DatesOption | NoDates) & VerifyChoice;

interface NoDates {
  readonly date?: undefined;
}

export interface VerifyChoice {
  /** Only this region: the name of a region of the settings (by default `BR`, `EG`), or `other`. */
  readonly region?: string | undefined;
  /** Only this version of each date and region. */
  readonly version?: number | undefined;
  /** Folder of reports; by default the one in the settings. */
  readonly out?: string | undefined;
}

/** The checks and their result; `ok` is true if nothing deviates but what is pending. */
export interface VerifyResult {
  readonly ok: boolean;
  readonly results: readonly Verified[];
}

const CALL = libraryCall('verify');

/**
 * Checks published versions against their manifests and the store, and the store against itself. It changes nothing and
 * blocks no run. Deviations are part of the results and are not thrown.
 * @throws Fault ARGUMENT_INVALID, DATE_INVALID, NOTHING_REPORTED, SOURCE_UNREADABLE
 * @example const { ok, results } = await verify({ month: '2026-11', settings });
 */
export async function verify(options: VerifyOptions = {}): Promise<VerifyResult> {
  checkArguments(CALL, options, { ...COMMON, ...DATES, region: TEXT, version: VERSION, out: TEXT });
  const settings = settingsOf(options);
  const { region, version, out = settings.out } = options;
  const named: NamedDates = options;
  const isWithout = givenNames(named).length === 0 && region === undefined && version === undefined;
  const asked = isWithout ? { dates: [] } : namedDates(named, CALL, { settings, region, at: now() });
  const progress = abortedBy(options.signal);
  const results = await withStoreOf(options, settings, (store) =>
    verifyStore(store, settings, { ...asked, region, version, out: absolute(out), progress }),
  );
  return { ok: deviationsOf(results).length === 0, results };
}
