import type { Argv } from 'yargs';
import { renormalise } from '../../books/run/renormalise.ts';
import { renormaliseText } from '../../books/run/renormalise-text.ts';
import { resultJson } from '../../books/run/result-json.ts';
import { now } from '../../clock.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { absolute, settingsOf, warnOfClock, withStore } from '../context.ts';
import { noteFutureAsOf, readAsOf, withPublishing } from '../date-options.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 renormalise --dry-run', 'what a corrected zone, unit or region, or a new version, would change'],
  ['$0 renormalise', 'apply it; dates already reported get new versions'],
];

export function builder(yargs: Argv) {
  return withPublishing(
    yargs.option('dry-run', { type: 'boolean', describe: 'Show what would change, and change nothing' }),
  );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const dryRun = options.dryRun === true;
  const at = now();
  const asOf = readAsOf(options.asOf, at);
  if (!dryRun) noteFutureAsOf(asOf, at, settings);
  await withStore(settings, (store) =>
    store.exclusively(async () => {
      await warnOfClock(store, at);
      const result = await renormalise(store, settings, {
        asOf,
        startedAt: at,
        out: absolute(settings.out),
        dryRun,
        progress: showProgress({ silent: options.json }),
      });
      if (options.json !== true) print(renormaliseText(result, dryRun));
      else {
        const { restated, dates, payments, ...counts } = result;
        printJson({
          dry_run: dryRun,
          ...counts,
          dates: dates.map((date) => ({ ...date, region: regionFolder(date.region) })),
          payments: payments.map((change) => ({ ...change, region: regionFolder(change.region) })),
          restated: restated === undefined ? null : resultJson([], restated),
        });
      }
    }),
  );
}
