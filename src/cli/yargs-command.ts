import type { Argv } from 'yargs';
import { Fault } from '../errors.ts';
import { type Command, type CommandGroup, nameOf } from './command.ts';
import { usage } from './usage.ts';

/** A command as yargs takes it: it loads the command's code when the command line names the command, not before. */
export function yargsCommand(one: Command | CommandGroup): object {
  return 'subcommands' in one ? yargsGroup(one) : yargsSingle(one, '');
}

function yargsSingle({ command, describe, load }: Command, group: string): object {
  return {
    command,
    describe,
    builder: async (yargs: Argv) => {
      const { examples, builder } = await load();
      return builder(yargs.usage(usage(`${group}${command}`, describe, examples)));
    },
    handler: async (options: never) => (await load()).handler(options),
  };
}

function yargsGroup({ command, describe, examples, subcommands }: CommandGroup): object {
  return {
    command,
    describe,
    builder: (yargs: Argv) =>
      yargs
        .usage(usage(`${command} <command>`, describe, examples))
        .command(subcommands.map((one) => yargsSingle(one, `${command} `)) as never),
    /** Without one of its commands. Throws USAGE that names them. */
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
