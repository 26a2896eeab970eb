import type { Argv } from 'yargs';
import { JOBS } from '../../../jobs/all.ts';
import { now } from '../../clock.ts';
import { createLog } from '../../log.ts';
import { faultOf } from '../../operations/schedule/end-run.ts';
import { type DueRequest, runDue } from '../../operations/schedule/run-due.ts';
import { settingsOf } from '../context.ts';
import { endOrBreakOff, runSchedule } from '../run-schedule.ts';
import { onSignal } from '../signals.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 schedule', 'hourly ingest, each region at its 02:30, and what was missed'],
  ['$0 schedule --once', 'everything that is due, then end: for cron, timers and Kubernetes'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('once', {
      type: 'boolean',
      describe: 'Run everything that is due, send messages, and exit',
    })
    .epilogue(
      'Runs that were missed are made up, the oldest date first. The log goes to standard error, one JSON object per line.',
    );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const request = { jobs: JOBS, settings, workingDirectory: process.cwd(), now, log: createLog() };
  if (options.once === true) await runOnce(request);
  else await runSchedule(request);
}

type Request = Omit<DueRequest, 'stop'>;

async function runOnce(request: Request): Promise<void> {
  const stop = new AbortController();
  onSignal(() => {
    request.log.info('stopping after the current run');
    stop.abort();
  });
  const work = runDue({ ...request, stop: stop.signal });
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  await Promise.race([work, stopped]);
  await endOrBreakOff(work, request.settings);
  const { failures } = await work;
  // Each failure was logged when it happened; only the exit code is left to set.
  if (failures.length > 0) process.exitCode = faultOf(failures[0]).exitCode;
}
