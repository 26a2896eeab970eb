import type { Argv } from 'yargs';
import { JOBS } from '../../../jobs/all.ts';
import { begunDates, notBegunText } from '../../books/run/given-dates.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import type { Job } from '../../operations/schedule/job.ts';
import { jobOutlooks } from '../../operations/schedule/job-outlook.ts';
import { jobOutlookJson, outlooksText } from '../../operations/schedule/job-outlook-text.ts';
import type { JobPlan } from '../../operations/schedule/job-run.ts';
import { jobPlans } from '../../operations/schedule/plans.ts';
import { runJob } from '../../operations/schedule/run-job.ts';
import { settingsOf, withStore } from '../context.ts';
import { note, print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 job list', 'the jobs: last run, its result, next run'],
  ['$0 job run nightly', "every region's yesterday, now"],
  ['$0 job run nightly --region EG --date 2026-11-19', 'one region and date'],
];

export function builder(yargs: Argv) {
  return yargs
    .positional('action', { choices: ['list', 'run'] as const, demandOption: true, describe: 'What to do' })
    .positional('name', { type: 'string', describe: 'Which job' })
    .option('date', {
      type: 'string',
      requiresArg: true,
      describe: 'Instead of yesterday: yyyy-MM-dd or today',
    })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  if (options.action === 'list') {
    const narrowing = { name: options.name, '--date': options.date, '--region': options.region };
    const given = Object.entries(narrowing).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (given.length > 0) {
      throw new Fault('USAGE', {
        where: 'job list',
        found: given.join(', '),
        expected: 'no more words: it lists every job',
      });
    }
    const plans = jobPlans(JOBS, settings);
    const outlooks = await withStore(settings, (store) =>
      store.session((session) => jobOutlooks(session, plans, now())),
    );
    if (options.json === true) printJson(outlooks.map(jobOutlookJson));
    else print([outlooksText(outlooks), '', ...JOBS.map((one) => purposeText(one, plans))].join('\n'));
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
  const calendar = { settings, region: options.region, at: now() };
  const asked =
    options.date === undefined
      ? undefined
      : begunDates({ date: options.date }, commandLine('job run'), calendar);
  if (asked !== undefined && asked.notBegun.length > 0) note(notBegunText(asked.notBegun));
  const isForMachines = options.json === true;
  const log = { info: isForMachines ? note : printApart(), warn: note };
  const surroundings = { settings, workingDirectory: process.cwd(), now, log };
  const runs = await runJob(job, { region: options.region, asked }, surroundings);
  if (isForMachines) printJson({ runs: runs.map((run) => ({ ...run, outcome: 'done' })) });
}

function printApart(): (text: string) => void {
  let isFirst = true;
  return (text) => {
    print(isFirst ? text : `\n${text}`);
    isFirst = false;
  };
}

/** A job's purpose and, if the settings do not schedule it, the missing setting. */
function purposeText({ name, purpose, needs }: Job, plans: readonly JobPlan[]): string {
  const isPlanned = plans.some(({ job }) => job === name);
  return `${name}: ${purpose}${isPlanned ? '' : ` (not planned: set ${needs})`}`;
}
