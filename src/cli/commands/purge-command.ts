import type { Argv } from 'yargs';
import { type PurgeRequest, type PurgeResult, purge } from '../../books/periods/purge.ts';
import { purgedText, waitingTexts } from '../../books/periods/purge-text.ts';
import { type Calendar, oneDate } from '../../books/run/given-dates.ts';
import { readDays } from '../../books/run/named-dates.ts';
import { commandLine } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { grouped, textTable } from '../../terminal-text.ts';
import { settingsOf, withStore } from '../context.ts';
import { print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';
import { deciderOf, withDecider } from './findings/decider.ts';

export const examples: readonly Example[] = [
  ['$0 purge --older-than 400d --dry-run', 'what would be removed, by date'],
  ['$0 purge --older-than 400d --reason "retention"', 'removes it'],
  ['$0 purge --before 2025-10-01', 'removes what is older than that date'],
];

export function builder(yargs: Argv) {
  return withDecider(yargs)
    .option('older-than', {
      type: 'string',
      requiresArg: true,
      describe: 'Age from which data is removed, in days or weeks: 400d, 60weeks',
    })
    .option('before', {
      type: 'string',
      requiresArg: true,
      describe: 'The first date that is kept: yyyy-MM-dd, yesterday or today',
    })
    .option('reason', { type: 'string', requiresArg: true, describe: 'Why, for the audit trail' })
    .conflicts('older-than', 'before');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const decider = deciderOf(options);
  const limit = limitOf(options, { settings, at: decider.at });
  const request = { limit, reason: options.reason ?? null, ...decider };
  const result = await withStore(settings, (store) => purge(store, settings, request));
  const dryRun = options.dryRun === true;
  if (options.json !== true) return print(textOf(result, dryRun));
  const named = <T extends { readonly region: string }>(one: T) => ({
    ...one,
    region: regionFolder(one.region),
  });
  const { limits, dates, waiting, ...counts } = result;
  printJson({
    ...{ dry_run: dryRun, limits: limits.map(named), dates: dates.map(named), ...counts },
    ...(waiting !== undefined && { waiting: waiting.map(named) }),
  });
}

/** The limit that the options give, as days or as a date. Throws USAGE, DATE_INVALID. */
function limitOf({ olderThan, before }: Options, calendar: Calendar): PurgeRequest['limit'] {
  if (before !== undefined) return { before: oneDate('before', before, commandLine('purge'), calendar) };
  const days = readDays(olderThan ?? '');
  if (days !== undefined) return { days };
  throw new Fault('USAGE', {
    where: olderThan === undefined ? 'payin-recon purge' : '--older-than',
    found: olderThan ?? 'no limit',
    expected: '--older-than with days or weeks (400d, 60weeks), or --before with a date',
  });
}

function textOf(result: PurgeResult, dryRun: boolean): string {
  const { dates } = result;
  const lines: string[] = [];
  if (dates.length > 0) {
    const header = ['Date', 'Region', 'Orders', 'Payments', 'Records'];
    const rows = dates.map(({ date, region, orders, payments, records }) => [
      date,
      regionFolder(region),
      grouped(orders),
      grouped(payments),
      grouped(records),
    ]);
    lines.push(textTable(header, rows, header.slice(2)), '');
  }
  lines.push(`${purgedText(result)} ${dryRun ? 'would be removed' : 'removed'}.`, ...waitingTexts(result));
  if (dryRun) lines.push('Nothing was changed. Run without --dry-run to remove them.');
  return lines.join('\n');
}
