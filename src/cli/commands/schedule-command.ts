import type { Argv } from 'yargs';
import { JOBS } from '../../../jobs/all.ts';
import { now } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { createLog } from '../../log.ts';
import { within } from '../../operations/monitor/shared-read.ts';
import { startMonitor } from '../../operations/monitor/start-monitor.ts';
import { faultOf } from '../../operations/schedule/end-run.ts';
import { monitorSources } from '../../operations/schedule/monitor-sources.ts';
import { type DueRequest, runDue } from '../../operations/schedule/run-due.ts';
import { type Schedule, startSchedule } from '../../operations/schedule/schedule.ts';
import type { Settings } from '../../settings/schema.ts';
import { settingsOf } from '../context.ts';
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
  else await runUntilStopped(request);
}

type Request = Omit<DueRequest, 'stop'>;

async function runOnce(request: Request): Promise<void> {
  const stop = new AbortController();
  onSignal(() => {
    request.log.info(STOPPING);
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

async function runUntilStopped(request: Request): Promise<void> {
  const { settings, log } = request;
  const { refresh, sources } = monitorSources(request);
  let schedule: Schedule | undefined;
  const { listen } = settings.monitor;
  // Start the monitor before any run, so that an address in use is reported at once.
  const monitor =
    listen === ''
      ? undefined
      : await startMonitor({ listen, ...sources, alive: () => schedule?.isAlive() ?? true });
  schedule = startSchedule({ ...request, refresh });
  log.info({ listen: monitor?.address }, 'schedule started');
  await new Promise<void>(onSignal);
  log.info(STOPPING);
  await monitor?.close();
  await endOrBreakOff(schedule.stop(), settings);
  log.info('stopped');
}

/** Waits for work that is being stopped. Throws INTERRUPTED if it takes longer than jobs.stopSeconds. */
async function endOrBreakOff(work: Promise<unknown>, settings: Settings): Promise<void> {
  const seconds = settings.jobs.stopSeconds;
  const isOver = await within(
    work.then(() => true),
    seconds * 1000,
    () => false,
  );
  if (isOver) return;
  throw new Fault('INTERRUPTED', {
    found: `the current run had not ended after ${seconds} s and was aborted`,
    remedy: 'The next schedule repeats the run. To wait longer, raise jobs.stopSeconds.',
  });
}

const STOPPING = 'stopping after the current run';

/** Calls `stop` on the first SIGINT or SIGTERM. A repeated signal has its default effect and ends the process. */
function onSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, stop);
  }
}
