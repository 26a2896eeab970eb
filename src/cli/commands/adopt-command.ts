import type { Argv } from 'yargs';
import { adopt } from '../../books/adopt/adopt.ts';
import { adoptText, deviationLines } from '../../books/adopt/adopt-text.ts';
import { namedDates } from '../../books/run/given-dates.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { absolute, settingsOf, withStore } from '../context.ts';
import { withDates } from '../date-options.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';
import { deciderOf, withDecider } from './findings/decider.ts';

export const examples: readonly Example[] = [
  [
    '$0 adopt --from 2026-11-01 --to 2026-11-19 --dry-run',
    'what the folders hold, and whether it is the same',
  ],
  [
    '$0 adopt --from 2026-11-01 --to 2026-11-19 --reason "moved to a server"',
    'after a trial on another store',
  ],
  ['$0 adopt --date 2026-11-19 --region BR', 'one date and region'],
];

/** Lines repeated in the fault; standard output has all of them. */
const MOST_SHOWN = 20;

export function builder(yargs: Argv) {
  return withDecider(withDates(yargs))
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
    .option('out', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder of reports (default payin-recon-reports)',
    })
    .option('reason', { type: 'string', requiresArg: true, describe: 'Why, for the audit trail' })
    .epilogue(
      'Read all logs first. Exits with 0 if every version is known afterwards, else with 3. Folders are only read.',
    );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const calendar = { settings, region: options.region, at: now() };
  const asked = namedDates(options, commandLine('adopt'), calendar);
  const dryRun = options.dryRun === true;
  const places = await withStore(settings, (store) =>
    adopt(store, settings, {
      ...deciderOf(options),
      ...asked,
      region: options.region,
      out: absolute(settings.out),
      reason: options.reason ?? null,
      progress: showProgress({ silent: options.json }),
    }),
  );
  const found = deviationLines(places, MOST_SHOWN);
  if (options.json === true) {
    const named = places.map((place) => ({ ...place, region: regionFolder(place.region) }));
    printJson({ ok: found.length === 0, dry_run: dryRun, places: named });
  } else print(adoptText(places, dryRun));
  if (found.length > 0) throw new Fault('VERSION_DIFFERS', { found });
}
