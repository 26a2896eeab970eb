import { Fault } from '../src/errors.ts';
import type { JobContext } from './job.ts';

/** For a job that is about no region or date. Throws USAGE where one is given. */
export function refuseChoice(job: string, { region, date }: Pick<JobContext, 'region' | 'date'>): void {
  if (region === undefined && date === undefined) return;
  throw new Fault('USAGE', {
    where: `job run ${job}`,
    expected: 'neither --region nor --date: it is about all of them',
  });
}
