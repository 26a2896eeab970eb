import {
  type CloseResult,
  closePeriod,
  closeResultJson,
  reopenPeriod,
} from '../books/periods/close-period.ts';
import { chosenRegions } from '../books/run/chosen-regions.ts';
import { oneDate } from '../books/run/given-dates.ts';
import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { COMMON, checkArguments, needed, TEXT, TRUE_OR_FALSE } from './arguments.ts';
import { type CommonOptions, saidText, settingsOf, withStoreOf } from './options.ts';

/** Options of `close`. */
export interface CloseOptions extends CommonOptions {
  /** Last date of the period: `yyyy-MM-dd`, or `yesterday` if that is the same date in every selected region. */
  readonly through: string;
  /** Only this region: the name of a region of the settings (by default `BR`, `EG`), or `other`. */
  readonly region?: string | undefined;
  /** Who closes the period and why, for the audit trail. */
  readonly by: string;
  readonly reason: string;
  /** Reopens the period that was closed last; it must be closed through this date. */
  readonly reopen?: boolean | undefined;
  /** Closes dates even if their published reports are out of date or missing. */
  readonly force?: boolean | undefined;
  /** Returns what would be done, without doing it. */
  readonly dryRun?: boolean | undefined;
}

const CALL = libraryCall('close');

const ARGUMENTS = {
  ...COMMON,
  ...{ through: needed(TEXT), region: TEXT, by: needed(TEXT), reason: needed(TEXT) },
  ...{ reopen: TRUE_OR_FALSE, force: TRUE_OR_FALSE, dryRun: TRUE_OR_FALSE },
};

/**
 * Closes a period, or reopens it. The published results of a closed period are final; later changes become adjustments.
 * @returns the date through which each region is now closed, and the dates that were closed with reports out of date or
 *   missing
 * @throws Fault ARGUMENT_INVALID, DATE_INVALID, CLOSING_TOO_EARLY, CLOSED_ALREADY, CLOSING_NOT_READY, NOT_CLOSED,
 *   STORE_LOCKED
 * @example await close({ through: '2026-11-30', by: 'carla', reason: 'November is booked', settings });
 */
export async function close(options: CloseOptions): Promise<CloseResult> {
  checkArguments(CALL, options, ARGUMENTS);
  const settings = settingsOf(options);
  const { region, force = false, dryRun = false } = options;
  const at = now();
  const request = {
    through: oneDate('through', options.through, CALL, { settings, region, at }),
    regions: chosenRegions(settings, region, CALL),
    who: saidText(CALL, 'by', options.by),
    reason: saidText(CALL, 'reason', options.reason),
    ...{ at, force, dryRun, caller: CALL },
  };
  const result = await withStoreOf(options, settings, (store) =>
    options.reopen === true ? reopenPeriod(store, request) : closePeriod(store, settings, request),
  );
  return closeResultJson(result);
}
