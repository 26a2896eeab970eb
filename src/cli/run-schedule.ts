import { monotonic } from '../clock.ts';
import { Fault } from '../errors.ts';
import { startMonitor } from '../operations/monitor/start-monitor.ts';
import { monitorSources } from '../operations/schedule/monitor-sources.ts';
import type { DueRequest } from '../operations/schedule/run-due.ts';
import { type Schedule, startSchedule } from '../operations/schedule/schedule.ts';
import type { Settings } from '../settings/schema.ts';
import { within } from '../within.ts';
import { onSignal } from './signals.ts';

const STOPPING = 'stopping after the current run';

/**
 * Runs the jobs when they are due, and the monitor if it is set, until a signal ends the process.
 * @param stopped resolves when the signal comes; given where one may have come before
 */
export async function runSchedule(
  request: Omit<DueRequest, 'stop'>,
  stopped = new Promise<void>(onSignal),
): Promise<void> {
  const { settings, log } = request;
  const { refresh, sources } = monitorSources(request);
  let schedule: Schedule | undefined;
  const { listen } = settings.monitor;
  // Start the monitor before any run, so that an address in use is reported at once.
  const monitor =
    listen === ''
      ? undefined
      : await startMonitor({ listen, ...sources, alive: () => schedule?.isAlive() ?? true });
  schedule = startSchedule({ ...request, monotonic, refresh });
  log.info({ listen: monitor?.address }, 'schedule started');
  await stopped;
  log.info(STOPPING);
  await monitor?.close();
  await endOrBreakOff(schedule.stop(), settings);
  log.info('stopped');
}

/**
 * Waits for work that is being stopped. Throws INTERRUPTED if it takes longer than jobs.stopSeconds.
 * @param again how the work is done again
 */
export async function endOrBreakOff(
  work: Promise<unknown>,
  settings: Settings,
  again = 'The next schedule repeats the run.',
): Promise<void> {
  const seconds = settings.jobs.stopSeconds;
  const isOver = await within(
    work.then(() => true),
    seconds * 1000,
    () => false,
  );
  if (isOver) return;
  throw new Fault('INTERRUPTED', {
    found: `the current run had not ended after ${seconds} s and was aborted`,
    remedy: `${again} To wait longer, raise jobs.stopSeconds.`,
  });
}
