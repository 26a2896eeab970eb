import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import type { CommandModule } from '../command-module.ts';
import { type Example, usage } from '../usage.ts';
import { apply } from './findings/apply.ts';
import { DECIDING } from './findings/deciding.ts';
import { list } from './findings/list.ts';
import { show } from './findings/show.ts';

export const command = 'findings';
export const describe = 'List findings by severity and age, and close, assign and note them';

const EXAMPLES: readonly Example[] = [
  ['$0 findings list --severity high', 'what to look at first'],
  ['$0 findings show BR0000001234', "an order's findings, from their first sight on"],
  ['$0 findings accept BR0000001234 AMOUNT_MISMATCH --reason "a discount"', 'closes one'],
  ['$0 findings list --csv > todo.csv', 'to fill in action and note in a spreadsheet'],
  ['$0 findings apply todo.csv --dry-run', 'what the file would do'],
];

/** Its commands, in the order in which help, man page and completion list them. */
const SUBCOMMANDS: readonly CommandModule[] = [list, show, ...DECIDING, apply];

export function builder(yargs: Argv) {
  return yargs.usage(usage(`${command} <command>`, describe, EXAMPLES)).command(SUBCOMMANDS as never);
}

/** Without one of its commands. Throws USAGE that names them. */
export async function handler(): Promise<void> {
  throw new Fault('USAGE', {
    where: 'payin-recon findings',
    found: 'no command',
    expected: `a command: ${SUBCOMMANDS.map((one) => one.command.split(' ')[0]).join(', ')}`,
    remedy: 'Name a command. See payin-recon findings --help.',
  });
}
