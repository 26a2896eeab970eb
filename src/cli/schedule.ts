import pino from 'pino';
import type { Argv } from 'yargs';
import { startSchedule } from '../../jobs/schedule.ts';
import { now } from '../clock.ts';
import { describeFault, Fault } from '../errors.ts';
import { settingsOf } from './context.ts';
import { type Example, usage } from './usage.ts';

export const command = 'schedule';
export const describe = 'Run the jobs at their times, until stopped';

const EXAMPLES: readonly Example[] = [['$0 schedule', 'hourly ingest, and each region at its 02:30']];

export function builder(yargs: Argv) {
  return yargs.usage(usage(command, describe, EXAMPLES));
}

type Options = Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const log = pino({ name: 'payin-recon' }, pino.destination({ dest: 2, sync: true }));
  const stop = startSchedule({
    settings,
    workingDirectory: process.cwd(),
    now,
    say: (text) => log.info(text),
    warn: (text) => log.warn(text),
    failed: (job, error) => {
      const told = error instanceof Fault ? describeFault(error) : (error as Error).message;
      log.error({ job }, told);
    },
  });
  log.info('schedule started');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal);
      process.once(signal, () => resolve());
    }
  });
  log.info('stopping after the run at hand');
  await stop();
}
