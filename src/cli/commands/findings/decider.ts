import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Argv } from 'yargs';
import type { DecisionRequest } from '../../../books/findings/decide.ts';
import { PROGRAM } from '../../../books/findings/reopen-contradicted.ts';
import { now } from '../../../clock.ts';
import type { Store } from '../../../database/store.ts';
import { Fault } from '../../../errors.ts';

/** Declares the options of every command that decides. */
export function withDecider<T>(yargs: Argv<T>) {
  return yargs
    .option('by', {
      type: 'string',
      requiresArg: true,
      describe: 'Who decides, for the audit trail (default: the user of this machine)',
    })
    .option('dry-run', { type: 'boolean', describe: 'Show what would be decided, and change nothing' });
}

/** Who decides, and when. Throws USAGE if no name is given. */
export function deciderOf(options: {
  by?: string | undefined;
  dryRun?: boolean | undefined;
}): DecisionRequest {
  const who = (options.by ?? machineUser()).trim();
  if (who === '' || who === PROGRAM) {
    throw new Fault('USAGE', {
      where: '--by',
      found: who === '' ? 'no name' : `${who}, which is this program itself`,
      expected: 'the name of who decides',
    });
  }
  return { at: now(), who, dryRun: options.dryRun === true };
}

function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A number without a name, as in many containers.
    return process.env['USER'] ?? process.env['LOGNAME'] ?? '';
  }
}

const ATTEMPTS = 50;
const PAUSE_MILLISECONDS = 100;

/**
 * Does a short piece of work as soon as nobody else is at work on the store: two people who decide at the same moment
 * come one after the other. Throws STORE_LOCKED if that takes more than some seconds, as while a run is at work.
 */
export async function inTurn<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(store);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'STORE_LOCKED' || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MILLISECONDS);
    }
  }
}
