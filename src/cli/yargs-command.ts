import type { Argv, CommandModule } from 'yargs';
import { Fault } from '../errors.ts';
import { type Command, type CommandGroup, nameOf } from './command.ts';
import { usage } from './usage.ts';

/** A command module for yargs. It loads the command's code only when the command line names the command. */
export function yargsCommand(one: Command | CommandGroup): CommandModule {
  return 'subcommands' in one ? yargsGroup(one) : yargsSingle(one, '');
}

function yargsSingle({ command, describe, load }: Command, group: string): CommandModule {
  return {
    command,
    describe,
    builder: async (yargs: Argv) => {
      const { examples, builder = (same) => same } = await load();
      return builder(yargs.usage(usage(`${group}${command}`, describe, examples)));
    },
    handler: async (options) => (await load()).handler(options as never),
  };
}

function yargsGroup({ command, describe, examples, subcommands }: CommandGroup): CommandModule {
  return {
    command,
    describe,
    builder: (yargs: Argv) =>
      yargs
        .usage(usage(`${command} <command>`, describe, examples))
        .command(subcommands.map((one) => yargsSingle(one, `${command} `))),
    /** A group without a subcommand: throws USAGE with the list of subcommands. */
    handler: async () => {
      throw new Fault('USAGE', {
        where: `payin-recon ${command}`,
        found: 'no command',
        expected: `a command: ${subcommands.map(nameOf).join(', ')}`,
        remedy: `Name a command. See payin-recon ${command} --help.`,
      });
    },
  };
}
