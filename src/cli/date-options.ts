import type { Argv } from 'yargs';
import { checkPassed, readInstant } from '../books/run/given-instants.ts';
import { commandLine } from '../caller.ts';
import { Fault } from '../errors.ts';
import { type Instant, secondsBetween } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import { note } from './print.ts';

/** The options that select more than one date. */
export const RANGE_OPTIONS = ['from', 'to', 'month', 'last'];

/** Declares the options that select dates; they exclude each other. */
export function withDates<T>(yargs: Argv<T>) {
  return withRange(
    yargs.option('date', {
      type: 'string',
      requiresArg: true,
      describe: 'Business date: yyyy-MM-dd, yesterday or today',
    }),
  ).conflicts('date', RANGE_OPTIONS);
}

/** Declares the options that select several dates. */
export function withRange<T>(yargs: Argv<T>) {
  return yargs
    .option('from', { type: 'string', requiresArg: true, describe: 'First of several dates' })
    .option('to', { type: 'string', requiresArg: true, describe: 'Last of several dates' })
    .option('month', { type: 'string', requiresArg: true, describe: 'Every date of a month, yyyy-MM' })
    .option('last', {
      type: 'string',
      requiresArg: true,
      describe: 'The last days, up to yesterday: 7d, 4w',
    })
    .conflicts('month', ['from', 'to', 'last'])
    .conflicts('last', ['from', 'to']);
}

/** Declares the options of commands that publish: as of when, and where. */
export function withPublishing<T>(yargs: Argv<T>) {
  return yargs
    .option('as-of', {
      type: 'string',
      requiresArg: true,
      describe: 'Use only what was known at this time (default: now)',
    })
    .option('out', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder of reports (default payin-recon-reports)',
    });
}

/** The version of --version; undefined if it is not given. Throws USAGE. */
export function readVersion(version: number | undefined): number | undefined {
  if (version === undefined || (Number.isInteger(version) && version > 0)) return version;
  const found = Number.isNaN(version) ? 'no number' : String(version);
  throw new Fault('USAGE', { where: '--version', found, expected: 'the number of a version: 1, 2, …' });
}

/** The time of --as-of, or the given one without it. Throws INSTANT_INVALID. */
export function readAsOf(text: string | undefined, fallback: Instant): Instant {
  return text === undefined ? fallback : readInstant('--as-of', text);
}

/** Says on standard error what follows if results are to be published as of a time in the future. */
export function noteFutureAsOf(asOf: Instant, at: Instant, { allowedSkewSeconds }: Settings): void {
  if (secondsBetween(at, asOf) <= allowedSkewSeconds) return;
  note('warning: --as-of is in the future. After this, no earlier as-of can be published for these dates.');
}

/**
 * The time of --complete-until; undefined if it is not given. Throws INSTANT_INVALID, and USAGE for a time in the
 * future.
 */
export function readCompleteUntil(
  text: string | undefined,
  at: Instant,
  settings: Settings,
): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = readInstant('--complete-until', text);
  return checkPassed('completeUntil', instant, commandLine(''), { at, settings });
}
