import type { Argv } from 'yargs';
import { trimmed } from '../../blank-text.ts';
import {
  type CloseResult,
  closePeriod,
  closeResultJson,
  notReadyText,
  reopenPeriod,
} from '../../books/periods/close-period.ts';
import { chosenRegions } from '../../books/run/chosen-regions.ts';
import { oneDate } from '../../books/run/given-dates.ts';
import { provisionalText } from '../../books/run/provisional-text.ts';
import { commandLine } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { settingsOf, withStore } from '../context.ts';
import { print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';
import { deciderOf, inTurn, withDecider } from './findings/decider.ts';

export const examples: readonly Example[] = [
  ['$0 close --through 2026-11-30 --reason "November is booked"', 'all regions'],
  ['$0 close --through 2026-11-30 --region BR --reason "…" --dry-run', 'what would prevent it'],
  ['$0 close --through 2026-11-30 --reopen --reason "wrong file"', 'undoes the newest closing'],
];

export function builder(yargs: Argv) {
  return withDecider(yargs)
    .option('through', {
      type: 'string',
      requiresArg: true,
      demandOption: true,
      describe: 'Last date of the period: yyyy-MM-dd, or yesterday',
    })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
    .option('reopen', {
      type: 'boolean',
      describe: 'Undo the newest closing, which is through this date',
    })
    .option('reason', { type: 'string', requiresArg: true, describe: 'Why, for the audit trail' })
    .option('force', {
      type: 'boolean',
      describe: 'Close also dates whose reports are not up to date',
    })
    .conflicts('reopen', 'force');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const decider = deciderOf(options);
  const calendar = { settings, region: options.region, at: decider.at };
  const request = {
    through: oneDate('through', options.through, commandLine('close'), calendar),
    regions: chosenRegions(settings, options.region),
    reason: readReason(options.reason),
    force: options.force === true,
    ...decider,
  };
  const result = await withStore(settings, (store) =>
    inTurn(store, () =>
      options.reopen === true ? reopenPeriod(store, request) : closePeriod(store, settings, request),
    ),
  );
  if (options.json === true) printJson(machineResult(result, options.dryRun === true));
  else print(textOf(result, options.dryRun === true));
}

/** The reason of a decision, trimmed. Throws USAGE if it is missing. */
export function readReason(reason: string | undefined): string {
  const text = trimmed(reason ?? '');
  if (text !== '') return text;
  throw new Fault('USAGE', {
    where: '--reason',
    found: reason === undefined ? 'not given' : 'nothing',
    expected: 'why, in a few words, for the audit trail',
  });
}

function machineResult(result: CloseResult, dryRun: boolean): unknown {
  const { regions, notReady, ...others } = closeResultJson(result);
  return { dry_run: dryRun, regions, not_ready: notReady, ...others };
}

function textOf({ regions, notReady, provisional = [] }: CloseResult, dryRun: boolean): string {
  const lines = regions.map(({ region, before, after }) => {
    const was = before === null ? 'was open' : `was closed through ${before}`;
    return `${regionFolder(region)}: ${after === null ? 'open' : `closed through ${after}`} (${was})`;
  });
  if (notReady.length > 0) {
    lines.push('', 'Not up to date:', ...notReady.map((one) => `  ${notReadyText(one)}`));
  }
  if (provisional.length > 0) {
    lines.push(
      '',
      provisionalText(provisional),
      'What comes of these dates later is in adjustments only. See that their logs are read first.',
    );
  }
  if (dryRun) lines.push('', 'Nothing was changed. Run without --dry-run to apply it.');
  return lines.join('\n');
}
