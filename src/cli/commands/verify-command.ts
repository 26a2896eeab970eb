import { styleText } from 'node:util';
import type { Argv } from 'yargs';
import { type AskedDates, namedDates } from '../../books/run/given-dates.ts';
import { givenNames } from '../../books/run/named-dates.ts';
import type { Verified, VerifyState } from '../../books/verify/verified.ts';
import { verify } from '../../books/verify/verify.ts';
import { readVerifyingKey, verifyFolder } from '../../books/verify/verify-folder.ts';
import { deviationTexts, verifyText } from '../../books/verify/verify-text.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import { absolute, settingsOf, withStore } from '../context.ts';
import { readVersion, withDates } from '../date-options.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 verify --date 2026-11-19', 'every version of a date: files, manifests, totals'],
  ['$0 verify --date 2026-11-19 --region BR --version 1', 'one version'],
  ['$0 verify --month 2026-11', "a month's"],
  ['$0 verify', "only the store's books and the audit trail"],
  ['$0 verify --offline received --key recon.pub', 'a delivered folder, without store and settings'],
];

const COLOURS = { ok: 'green', pending: 'yellow', changed: 'red' } as const;
/** Lines repeated in the fault; standard output has all of them. */
const MOST_SHOWN = 20;

export function builder(yargs: Argv) {
  return withDates(yargs)
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
    .option('offline', {
      type: 'string',
      requiresArg: true,
      describe: 'A delivered or published folder, by its own checksums; needs no store and no settings',
    })
    .option('key', {
      type: 'string',
      requiresArg: true,
      describe: 'Public key that must have signed it, as keys make prints it, or a file with it',
    })
    .implies('key', 'offline')
    .conflicts('offline', ['date', 'from', 'to', 'month', 'last', 'region', 'version', 'out'])
    .epilogue('Exits with 0 if nothing deviates, else with 3. Changes nothing, and delays no run.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const { region, offline, key } = options;
  if (offline !== undefined) {
    const wanted = key === undefined ? undefined : await readVerifyingKey(key);
    const results = await verifyFolder(absolute(offline), wanted);
    report(options, results, 'DELIVERY_CHANGED');
    return;
  }
  const version = readVersion(options.version);
  const settings = settingsOf(options);
  const asked = datesOf(options, settings);
  const results = await withStore(settings, (store) => {
    const progress = showProgress({ silent: options.json });
    return verify(store, settings, { ...asked, region, version, out: absolute(settings.out), progress });
  });
  report(options, results, 'VERIFICATION_FAILED');
}

function report(
  { json }: Pick<Options, 'json'>,
  results: readonly Verified[],
  code: 'VERIFICATION_FAILED' | 'DELIVERY_CHANGED',
): void {
  const found = deviationTexts(results, MOST_SHOWN);
  if (json === true) printJson({ ok: found.length === 0, results });
  else print(verifyText(results, paint));
  if (found.length > 0) throw new Fault(code, { found });
}

/**
 * The dates of the options; none if no date option is given. Throws USAGE if --region or --version is given without
 * dates.
 */
function datesOf(options: Options, settings: Settings): AskedDates {
  const { region, version } = options;
  const isWithout = givenNames(options).length === 0 && region === undefined && version === undefined;
  if (isWithout) return { dates: [] };
  return namedDates(options, commandLine('verify'), { settings, region, at: now() });
}

/** Colours a word on a terminal unless NO_COLOR is set. The word alone carries the meaning. */
function paint(state: VerifyState, word: string): string {
  return styleText(COLOURS[state], word, { stream: process.stdout });
}
