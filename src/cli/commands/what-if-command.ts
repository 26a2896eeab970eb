import type { Argv } from 'yargs';
import { begunDates, notBegunText } from '../../books/run/given-dates.ts';
import { whatIf } from '../../books/what-if/what-if.ts';
import { whatIfJson } from '../../books/what-if/what-if-json.ts';
import { whatIfText } from '../../books/what-if/what-if-text.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { changeSettings } from '../../settings/changed-settings.ts';
import { absolute, settingsOf, warnOfClock, withFormOptions, withStore } from '../context.ts';
import { readAsOf, withDates } from '../date-options.ts';
import { note, print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';

const LISTED = 20;
const MOST_LISTED = 100_000;

export const examples: readonly Example[] = [
  ['$0 what-if --set graceSeconds=1800 --date 2026-11-19', 'what a longer grace would change'],
  [
    '$0 what-if --set regions.EG.amountUnit=minor --set regions.EG.decimals=0 --date 2026-11-19',
    "Egypt's amounts in piastres",
  ],
  ['$0 what-if --set map.portal.zone=Asia/Shanghai --last 7d', "a statement's times in another zone"],
  ['$0 what-if --set statuses.failed=FAILED,CANCELLED --month 2026-11 --json', 'a month, for programs'],
];

export function builder(yargs: Argv) {
  return withDates(withFormOptions(yargs))
    .option('set', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe:
        'A setting to try: PATH=VALUE, such as graceSeconds=1800 or regions.EG.zone=UTC; can be repeated',
    })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
    .option('as-of', {
      type: 'string',
      requiresArg: true,
      describe: 'Use only what was known at this time (default: now)',
    })
    .option('preview', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder to write the reports to (default payin-recon-what-if)',
    })
    .option('limit', {
      type: 'number',
      requiresArg: true,
      describe: `How many orders of a date are listed (default ${LISTED})`,
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const startedAt = now();
  const asOf = readAsOf(options.asOf, startedAt);
  const { region, preview = 'payin-recon-what-if' } = options;
  const changed = changeSettings(settings, readSet(options.set));
  // By the tried settings, which may have regions and zones of their own.
  const calendar = { settings: changed.settings, region, at: asOf, hasAsOf: true };
  const { notBegun, ...asked } = begunDates(options, commandLine('what-if'), calendar);
  if (notBegun.length > 0) note(notBegunText(notBegun));
  const request = {
    ...asked,
    ...{ changed, region, asOf, startedAt, limit: readLimit(options.limit) },
    preview: absolute(preview),
  };
  await withStore(settings, async (store) => {
    await warnOfClock(store, startedAt);
    const result = await whatIf(store, settings, {
      ...request,
      progress: showProgress({ silent: options.json }),
    });
    if (options.json === true) printJson(whatIfJson(result));
    else print(whatIfText(result, process.cwd()));
  });
}

function readSet(texts: readonly string[] | undefined): readonly string[] {
  if (texts !== undefined && texts.length > 0) return texts;
  throw new Fault('USAGE', {
    where: '--set',
    found: 'not given',
    expected: 'a setting to try: PATH=VALUE, such as graceSeconds=1800',
  });
}

function readLimit(limit: number | undefined): number {
  if (limit === undefined) return LISTED;
  if (Number.isInteger(limit) && limit >= 0 && limit <= MOST_LISTED) return limit;
  throw new Fault('USAGE', {
    where: '--limit',
    found: String(limit),
    expected: `a whole number from 0 to ${MOST_LISTED}`,
  });
}
