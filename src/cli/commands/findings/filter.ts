import type { Argv } from 'yargs';
import { AGE_BUCKETS } from '../../../../reports/ageing.ts';
import type { FindingFilter } from '../../../books/findings/current-findings.ts';
import { stateName } from '../../../books/findings/decision.ts';
import { STATES } from '../../../books/findings/finding-state.ts';
import { BUCKET_NAMES, bucketNamed } from '../../../books/findings/named-bucket.ts';
import { chosenRegions } from '../../../books/run/chosen-regions.ts';
import { namedRanges } from '../../../books/run/given-dates.ts';
import { givenNames, type NamedDates } from '../../../books/run/named-dates.ts';
import { commandLine } from '../../../caller.ts';
import { now } from '../../../clock.ts';
import { Fault } from '../../../errors.ts';
import { RULES } from '../../../reconcile/rules/all.ts';
import type { Settings } from '../../../settings/schema.ts';
import { SEVERITIES } from '../../../settings/severity.ts';
import { withDates } from '../../date-options.ts';

const STATE_NAMES = [...STATES.map(stateName), 'all'];

/** Declares the options that select findings. */
export function withFilter<T>(yargs: Argv<T>) {
  return withDates(yargs)
    .option('code', {
      choices: RULES.map(({ code }) => code),
      requiresArg: true,
      describe: 'Only findings with this code',
    })
    .option('severity', { choices: SEVERITIES, requiresArg: true, describe: 'Only of this severity' })
    .option('merchant', { type: 'string', requiresArg: true, describe: "Only this merchant's" })
    .option('order', { type: 'string', requiresArg: true, describe: "Only this order's" })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only of this region: BR, EG, other' })
    .option('assignee', { type: 'string', requiresArg: true, describe: 'Only those assigned to this name' })
    .option('bucket', {
      type: 'string',
      requiresArg: true,
      describe: `Only of this age in whole days: ${AGE_BUCKETS.join(', ')} (or 0-1 and 30+, which need no quotes)`,
    })
    .option('state', {
      choices: STATE_NAMES,
      requiresArg: true,
      describe: 'Only those that people left in this state (default: those that the command is for)',
    })
    .option('awaiting', {
      type: 'boolean',
      describe: 'Only those whose write-off waits for the approval of a second person',
    });
}

/** The options that select findings, as parsed from the command line. */
export interface FilterOptions extends Omit<FindingFilter, 'bucket' | 'dates' | 'states'>, NamedDates {
  readonly bucket?: string | undefined;
  readonly state?: string | undefined;
}

/** Makes a filter from the options. Throws USAGE, DATE_INVALID. */
export function filterOf(
  options: FilterOptions,
  settings: Settings,
  usual: Pick<FindingFilter, 'states' | 'awaiting'>,
): FindingFilter {
  const { code, severity, merchant, order, region, assignee, bucket, state, awaiting } = options;
  return {
    code,
    severity,
    merchant,
    order,
    region: region === undefined ? undefined : chosenRegions(settings, region)[0]!,
    dates: datesOf(options, settings),
    assignee,
    bucket: bucketOf(bucket),
    states: statesOf(state) ?? usual.states,
    awaiting: awaiting ?? usual.awaiting,
  };
}

/** The dates of the options, by the calendar of the named region or of each region; undefined if no date is given. */
function datesOf(options: FilterOptions, settings: Settings): FindingFilter['dates'] {
  if (givenNames(options).length === 0) return undefined;
  return namedRanges(options, commandLine('findings'), { settings, at: now() });
}

/** The age bucket of that name; undefined if none is given. Throws USAGE. */
function bucketOf(name: string | undefined): FindingFilter['bucket'] {
  if (name === undefined) return undefined;
  const known = BUCKET_NAMES.find((one) => one === name);
  if (known !== undefined) return bucketNamed(known);
  throw new Fault('USAGE', { where: '--bucket', found: name, expected: BUCKET_NAMES.join(', ') });
}

/** The states of that name; undefined if none is given. */
function statesOf(name: string | undefined): FindingFilter['states'] {
  if (name === undefined) return undefined;
  return name === 'all' ? STATES : STATES.filter((state) => stateName(state) === name);
}
