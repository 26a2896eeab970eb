import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Argv } from 'yargs';
import { trimmed } from '../../../blank-text.ts';
import type { DecisionRequest } from '../../../books/findings/decide.ts';
import { PROGRAM } from '../../../books/findings/reopen-contradicted.ts';
import { now } from '../../../clock.ts';
import type { Store } from '../../../database/store.ts';
import { Fault } from '../../../errors.ts';

/** Declares the options common to commands that record a decision. */
export function withDecider<T>(yargs: Argv<T>) {
  return yargs
    .option('by', {
      type: 'string',
      requiresArg: true,
      describe: 'Who decides, for the audit trail (default: the user of this machine)',
    })
    .option('dry-run', { type: 'boolean', describe: 'Show what would be decided, and change nothing' });
}

/** The person who decides, the time of the decision, and whether it is only shown. Throws USAGE if there is no name. */
export function deciderOf(options: {
  by?: string | undefined;
  dryRun?: boolean | undefined;
}): Omit<DecisionRequest, 'settings'> {
  const who = trimmed(options.by ?? machineUser());
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
    // The user has a number but no name, as in many containers.
    return process.env['USER'] ?? process.env['LOGNAME'] ?? '';
  }
}

const ATTEMPTS = 50;
const PAUSE_MILLISECONDS = 100;

/**
 * Runs short work on the store and retries while another process has it locked, so that two people who decide at the
 * same moment both succeed. Throws STORE_LOCKED after some seconds, for example while a run is in progress.
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
