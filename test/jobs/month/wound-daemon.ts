/**
 * A schedule like that of the command, but by a clock that is wound: of the folder that it is started in, until SIGTERM.
 * Its argument is the clock's file.
 */

import { JOBS } from '../../../jobs/all.ts';
import { monotonic } from '../../../src/clock.ts';
import { createLog } from '../../../src/log.ts';
import { startSchedule } from '../../../src/operations/schedule/schedule.ts';
import { loadSettings } from '../../../src/settings/load-settings.ts';
import { readClock } from './wound-clock-file.ts';

const clock = process.argv[2]!;
const workingDirectory = process.cwd();
const settings = loadSettings({ environment: process.env, workingDirectory });
const schedule = startSchedule({
  jobs: JOBS,
  settings,
  workingDirectory,
  now: () => readClock(clock),
  monotonic,
  log: createLog(),
});
// A minute of the wound clock passes in a moment.
const ticks = setInterval(() => schedule.wake(), 50);
process.once('SIGTERM', () => {
  clearInterval(ticks);
  schedule.stop().then(() => process.exit(0));
});
