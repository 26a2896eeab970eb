import type { Argv } from 'yargs';
import { checkPassed, readInstant } from '../books/run/given-instants.ts';
import { commandLine } from '../caller.ts';
import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';

/** The options that name more than one date. */
export const RANGE_OPTIONS = ['from', 'to', 'month', 'last'];

/** Declares the options that name dates; one way excludes the others. */
export function withDates<T>(yargs: Argv<T>) {
  return withRange(
    yargs.option('date', {
      type: 'string',
      requiresArg: true,
      describe: 'Business date: yyyy-MM-dd, yesterday or today',
    }),
  ).conflicts('date', RANGE_OPTIONS);
}

/** Declares the options that name several dates at once. */
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
  const instant = readInstant('--complete-until', text);
  return checkPassed('completeUntil', instant, commandLine(''), { at, settings });
}
