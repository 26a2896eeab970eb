import type { Argv } from 'yargs';
import { oneDate } from '../../books/run/given-dates.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { ship } from '../../operations/deliver/ship.ts';
import { checkNothingFailed, shipJson, shipText } from '../../operations/deliver/ship-text.ts';
import { settingsOf, withStore } from '../context.ts';
import { print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 deliver', 'sends what is due'],
  ['$0 deliver --date 2026-11-19', 'one date, at once, for example after a place was repaired'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('date', {
      type: 'string',
      requiresArg: true,
      describe: 'Only this business date, also if its next attempt is not due yet',
    })
    .epilogue('Exits with 4 if something could not be sent; it is tried again when it is due.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const calendar = { settings, region: undefined, at: now() };
  const date =
    options.date === undefined ? undefined : oneDate('date', options.date, commandLine('deliver'), calendar);
  const shipped = await withStore(settings, (store) =>
    ship(store, settings, { now, workingDirectory: process.cwd(), date }),
  );
  if (options.json === true) printJson(shipJson(shipped));
  else print(shipText(shipped));
  checkNothingFailed(shipped);
}
