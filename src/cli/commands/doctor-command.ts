import { existsSync } from 'node:fs';
import { styleText } from 'node:util';
import type { Argv } from 'yargs';
import { JOBS } from '../../../jobs/all.ts';
import { now } from '../../clock.ts';
import { examine, exitCodeOf } from '../../operations/doctor/doctor.ts';
import { doctorText } from '../../operations/doctor/doctor-text.ts';
import type { Grade } from '../../operations/doctor/graded-check.ts';
import { jobPlans } from '../../operations/schedule/plans.ts';
import { SETTINGS_FILE } from '../../settings/load-settings.ts';
import { absolute, settingsOf } from '../context.ts';
import { print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 doctor', 'settings, database, folders, disk, clock, time zones'],
  ['$0 doctor --json', 'the same for a monitor'],
];

const COLOURS = { ok: 'green', doubtful: 'yellow', bad: 'red' } as const;

export function builder(yargs: Argv) {
  return yargs
    .option('out', { type: 'string', requiresArg: true, describe: 'Folder of reports to check' })
    .epilogue(
      'Exits with 0 if nothing is bad, else with the exit code of a run: 2 for settings, 4 if database or files are not available, 3 for anything else.',
    );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const checks = await examine({
    settingsFrom: settingsFrom(options.config),
    loadSettings: () => settingsOf(options),
    workingDirectory: process.cwd(),
    now,
    plans: (planned) => jobPlans(JOBS, planned),
  });
  const exitCode = exitCodeOf(checks);
  if (options.json === true) printJson({ exit_code: exitCode, checks: checks.map(machineCheck) });
  else print(doctorText(checks, paint));
  process.exitCode = exitCode;
}

function machineCheck({ subject, grade, found, remedy }: Awaited<ReturnType<typeof examine>>[number]) {
  return { subject, grade, found, ...(remedy === undefined ? {} : { remedy }) };
}

/** Colours a word on a terminal unless NO_COLOR is set. The word alone carries the meaning. */
function paint(grade: Grade, word: string): string {
  return styleText(COLOURS[grade], word, { stream: process.stdout });
}

function settingsFrom(config: string | undefined): string {
  if (config !== undefined) return config;
  return existsSync(absolute(SETTINGS_FILE))
    ? SETTINGS_FILE
    : `no ${SETTINGS_FILE}, defaults and environment`;
}
