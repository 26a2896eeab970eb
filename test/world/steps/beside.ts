import type { Beside, Read, Run } from '../actions.ts';
import type { World } from '../world.ts';
import { read } from './read.ts';
import { asOfRun, run } from './run.ts';

/**
 * Two processes at once; one that finds the store locked is started again. What one reads may come before or after the
 * run of the other: later runs have it in any case, and are compared.
 */
export async function beside(world: World, { first, second }: Beside): Promise<void> {
  const isKnown = [first, second].every((one) => one.do === 'run' && one.reads === undefined);
  const one = (action: Read | Run, process: 0 | 1, other: Read | Run) =>
    action.do === 'read'
      ? read(world, action, process)
      : run(world, action, process, isKnown, other.do === 'run' ? asOfRun(other) : undefined);
  await Promise.all([one(first, 0, second), one(second, 1, first)]);
}
