import type { Argv } from 'yargs';
import { calibrate } from '../../books/calibrate/calibrate.ts';
import { calibrateJson } from '../../books/calibrate/calibrate-json.ts';
import { calibrateText } from '../../books/calibrate/calibrate-text.ts';
import { regionOfSettings } from '../../books/run/chosen-regions.ts';
import { commandLine } from '../../caller.ts';
import { settingsOf, withStore } from '../context.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 calibrate', 'how well the settings agree with what is stored'],
  ['$0 calibrate --region EG --json', 'of one region, for programs'],
];

export function builder(yargs: Argv) {
  return yargs.option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { region } = options;
  if (region !== undefined) regionOfSettings(settings, region, commandLine('calibrate'));
  const questions = await withStore(settings, (store) =>
    calibrate(store, settings, { region, progress: showProgress({ silent: options.json }) }),
  );
  if (options.json === true) printJson(calibrateJson(questions));
  else print(calibrateText(questions, settings));
}
