import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import { checkPassed, datesBetween, readDate, readInstant } from '../operate/dates.ts';
import type { Settings } from '../settings.ts';

interface DateOptions {
  readonly date?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The dates that --date, or --from and --to, name, in order. Throws USAGE that names the command, DATE_INVALID. */
export function readDates(command: string, options: DateOptions): string[] {
  if (options.date !== undefined) return [readDate('--date', options.date)];
  if (options.from === undefined || options.to === undefined) {
    throw new Fault('USAGE', {
      where: `payin-recon ${command}`,
      found:
        options.from !== undefined ? '--from alone' : options.to !== undefined ? '--to alone' : 'not given',
      expected: '--date yyyy-MM-dd, or both --from and --to',
    });
  }
  return datesBetween('--from, --to', readDate('--from', options.from), readDate('--to', options.to));
}

/** The version that --version names, if it names one. Throws USAGE. */
export function readVersion(version: number | undefined): number | undefined {
  if (version === undefined || (Number.isInteger(version) && version > 0)) return version;
  throw new Fault('USAGE', { where: '--version', expected: 'the number of a version: 1, 2, …' });
}

/** The moment that --as-of names, or the given one. Throws INSTANT_INVALID. */
export function readAsOf(text: string | undefined, fallback: Instant): Instant {
  return text === undefined ? fallback : readInstant('--as-of', text);
}

/** The moment that --complete-until names, if it is given. Throws INSTANT_INVALID, USAGE for one that is yet to come. */
export function readCompleteUntil(
  text: string | undefined,
  at: Instant,
  settings: Settings,
): Instant | undefined {
  if (text === undefined) return undefined;
  return checkPassed('--complete-until', readInstant('--complete-until', text), at, settings);
}
