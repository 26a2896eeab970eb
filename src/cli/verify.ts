import { styleText } from 'node:util';
import type { Argv } from 'yargs';
import { Fault } from '../errors.ts';
import { regionsAtHand } from '../operate/regions.ts';
import type { State } from '../operate/verify/verified.ts';
import { verify } from '../operate/verify/verify.ts';
import { deviationTexts, verifyText } from '../operate/verify/verify-text.ts';
import { readDates, readVersion } from './arguments.ts';
import { absolute, settingsOf, withStore } from './context.ts';
import { print, printJson } from './print.ts';
import { showProgress } from './progress.ts';
import { type Example, usage } from './usage.ts';

export const command = 'verify';
export const describe =
  'Check published versions against their manifests and the store, and the store by itself';

const EXAMPLES: readonly Example[] = [
  ['$0 verify --date 2026-11-19', 'every version of a date: files, manifests, totals'],
  ['$0 verify --date 2026-11-19 --region BR --version 1', 'one version'],
  ['$0 verify --from 2026-11-01 --to 2026-11-30', "a month's"],
  ['$0 verify', "only the store's books and the audit trail"],
];

const COLOURS = { ok: 'green', waits: 'yellow', off: 'red' } as const;
/** Of the lines that the fault repeats; standard output has them all. */
const MOST_TOLD = 20;

export function builder(yargs: Argv) {
  return yargs
    .usage(usage(command, describe, EXAMPLES))
    .option('date', { type: 'string', requiresArg: true, describe: 'Business date, yyyy-MM-dd' })
    .option('from', { type: 'string', requiresArg: true, describe: 'First of several dates' })
    .option('to', { type: 'string', requiresArg: true, describe: 'Last of several dates' })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
    .version(false)
    .option('version', {
      type: 'number',
      requiresArg: true,
      describe: 'Only this version (default: every version)',
    })
    .option('out', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder of reports (default payin-recon-reports)',
    })
    .conflicts('date', ['from', 'to'])
    .epilogue('Ends with 0 if all is as it was written, else with 3; changes nothing, and holds up no run.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const { region } = options;
  const version = readVersion(options.version);
  const settings = settingsOf(options);
  const dates = datesOf(options);
  regionsAtHand(settings, region);
  const results = await withStore(settings, (store) => {
    const progress = showProgress({ silent: options.json });
    return verify(store, settings, { dates, region, version, out: absolute(settings.out), progress });
  });
  const found = deviationTexts(results, MOST_TOLD);
  if (options.json === true) printJson({ ok: found.length === 0, results });
  else print(verifyText(results, paint));
  if (found.length > 0) throw new Fault('VERIFICATION_FAILED', { found });
}

/** Throws USAGE if what needs a date is asked for without one. */
function datesOf(options: Options): string[] {
  const { date, from, to, region, version } = options;
  const isWithout = [date, from, to, region, version].every((value) => value === undefined);
  return isWithout ? [] : readDates('verify', options);
}

/** In colours on a terminal, unless NO_COLOR is set; the word says the same. */
function paint(state: State, word: string): string {
  return styleText(COLOURS[state], word, { stream: process.stdout });
}
