import type { Argv } from 'yargs';
import { JOBS } from '../../jobs/all.ts';
import { runJob } from '../../jobs/schedule.ts';
import { now } from '../clock.ts';
import { Fault } from '../errors.ts';
import { didYouMean } from '../near.ts';
import { checkBegun, readDate } from '../operate/dates.ts';
import { textTable } from '../operate/text.ts';
import { settingsOf } from './context.ts';
import { note, print, printJson } from './print.ts';
import { type Example, usage } from './usage.ts';

export const command = 'job <action> [name]';
export const describe = 'List the scheduled jobs, or run one now';

const EXAMPLES: readonly Example[] = [
  ['$0 job list', 'the jobs and when they are due'],
  ['$0 job run nightly', "every region's yesterday, now"],
  ['$0 job run nightly --region EG --date 2026-11-19', 'one region and date'],
];

export function builder(yargs: Argv) {
  return yargs
    .usage(usage(command, describe, EXAMPLES))
    .positional('action', { choices: ['list', 'run'] as const, demandOption: true, describe: 'What to do' })
    .positional('name', { type: 'string', describe: 'Which job' })
    .option('date', { type: 'string', requiresArg: true, describe: 'This date instead of yesterday' })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  if (options.action === 'list') {
    const rows = JOBS.flatMap((job) =>
      job
        .times(settings)
        .map((time) => [job.name, time.region ?? 'all', time.expression, time.zone, job.purpose]),
    );
    if (options.json === true)
      printJson(rows.map(([name, region, cron, zone]) => ({ name, region, cron, zone })));
    else print(textTable(['Job', 'Region', 'Cron', 'Zone', 'Purpose'], rows, []));
    return;
  }
  const job = JOBS.find(({ name }) => name === options.name);
  if (job === undefined) {
    const names = JOBS.map(({ name }) => name);
    const hint = didYouMean(options.name ?? '', names);
    throw new Fault('JOB_UNKNOWN', {
      where: 'job run',
      found: options.name ?? 'no name',
      expected: names.join(', '),
      ...(hint === undefined ? {} : { remedy: hint }),
    });
  }
  const date = options.date === undefined ? undefined : readDate('--date', options.date);
  if (date !== undefined) checkBegun(date, now(), settings);
  await runJob(
    job,
    { region: options.region, date },
    { settings, workingDirectory: process.cwd(), now, say: print, warn: note },
  );
}
