import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import type { CommandModule } from '../command-module.ts';
import { type Example, usage } from '../usage.ts';
import { list } from './source/list.ts';
import { test } from './source/test.ts';

export const command = 'source';
export const describe = 'List what the jobs read, and try a source without keeping anything';

const EXAMPLES: readonly Example[] = [
  ['$0 source list', 'each source, and how far it was read'],
  ['$0 source test pay-ins', 'what its first rows would become'],
];

/** Its commands, in the order in which help, man page and completion list them. */
const SUBCOMMANDS: readonly CommandModule[] = [list, test];

export function builder(yargs: Argv) {
  return yargs.usage(usage(`${command} <command>`, describe, EXAMPLES)).command(SUBCOMMANDS as never);
}

/** Without one of its commands. Throws USAGE that names them. */
export async function handler(): Promise<void> {
  throw new Fault('USAGE', {
    where: 'payin-recon source',
    found: 'no command',
    expected: `a command: ${SUBCOMMANDS.map((one) => one.command.split(' ')[0]).join(', ')}`,
    remedy: 'Name a command. See payin-recon source --help.',
  });
}
