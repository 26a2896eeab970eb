import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import type { CommandModule } from '../command-module.ts';
import { type Example, usage } from '../usage.ts';
import { list } from './alerts/list.ts';
import { send } from './alerts/send.ts';
import { test } from './alerts/test.ts';

export const command = 'alerts';
export const describe = 'Show the messages to the channels of the settings, try a channel, send what waits';

const EXAMPLES: readonly Example[] = [
  ['$0 alerts test finance', 'a test message to the channel finance, now'],
  ['$0 alerts list', 'what waits and why, and what was sent lately'],
  ['$0 alerts send', 'sends what is due'],
];

/** Its commands, in the order in which help, man page and completion list them. */
const SUBCOMMANDS: readonly CommandModule[] = [list, test, send];

export function builder(yargs: Argv) {
  return yargs.usage(usage(`${command} <command>`, describe, EXAMPLES)).command(SUBCOMMANDS as never);
}

/** Without one of its commands. Throws USAGE that names them. */
export async function handler(): Promise<void> {
  throw new Fault('USAGE', {
    where: 'payin-recon alerts',
    found: 'no command',
    expected: `a command: ${SUBCOMMANDS.map((one) => one.command.split(' ')[0]).join(', ')}`,
    remedy: 'Name a command. See payin-recon alerts --help.',
  });
}
