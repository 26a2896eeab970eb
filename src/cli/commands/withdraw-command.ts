import type { Argv } from 'yargs';
import { resultJson } from '../../books/run/result-json.ts';
import { withdraw } from '../../books/withdraw/withdraw.ts';
import { withdrawText } from '../../books/withdraw/withdraw-text.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { absolute, settingsOf, warnOfClock, withStore } from '../context.ts';
import { noteFutureAsOf, readAsOf, withPublishing } from '../date-options.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';
import { readReason } from './close-command.ts';
import { deciderOf, withDecider } from './findings/decider.ts';

export const examples: readonly Example[] = [
  ['$0 withdraw day.csv --reason "wrong map" --dry-run', 'what would change'],
  [
    '$0 withdraw day.csv --reason "wrong map"',
    'its records no longer count; reported dates get new versions',
  ],
  ['$0 withdraw query:orders --reason "test database"', 'everything that was read of a query'],
];

export function builder(yargs: Argv) {
  return withPublishing(
    withDecider(yargs)
      .positional('source', {
        type: 'string',
        demandOption: true,
        describe: 'Name of the source as the reports show it, or its end after a /',
      })
      .option('reason', { type: 'string', requiresArg: true, describe: 'Why, for the audit trail' }),
  );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const decider = deciderOf(options);
  const dryRun = options.dryRun === true;
  const reason = readReason(options.reason);
  const asOf = readAsOf(options.asOf, decider.at);
  if (!dryRun) noteFutureAsOf(asOf, decider.at, settings);
  await withStore(settings, (store) =>
    store.exclusively(async () => {
      await warnOfClock(store, decider.at);
      const result = await withdraw(store, settings, {
        ...decider,
        ...{ source: options.source, reason, dryRun },
        asOf,
        out: absolute(settings.out),
        progress: showProgress({ silent: options.json }),
      });
      if (options.json !== true) return print(withdrawText(result, dryRun));
      const { restated, dates, payments, entry, ...counts } = result;
      printJson({
        dry_run: dryRun,
        ...counts,
        entry: entry ?? null,
        dates: dates.map((date) => ({ ...date, region: regionFolder(date.region) })),
        payments: payments.map((change) => ({ ...change, region: regionFolder(change.region) })),
        restated: restated === undefined ? null : resultJson([], restated),
      });
    }),
  );
}
