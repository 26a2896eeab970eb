import type { Argv } from 'yargs';
import type { Command, CommandCode, CommandGroup } from '../command.ts';
import { describeProgram } from '../describe-program.ts';
import { print } from '../print.ts';
import type { Example } from '../usage.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const EXAMPLES: readonly Example[] = [
  ['source <($0 completion bash)', 'in ~/.bashrc'],
  ['source <($0 completion zsh)', 'in ~/.zshrc, after compinit'],
  ['$0 completion fish > ~/.config/fish/completions/payin-recon.fish', 'once'],
];

function builder(yargs: Argv) {
  return yargs.positional('shell', {
    choices: Object.keys(SCRIPTS) as Array<keyof typeof SCRIPTS>,
    demandOption: true,
    describe: 'Whose script',
  });
}

type Options = Awaited<ReturnType<typeof builder>['argv']>;

/**
 * The command that prints completion scripts. It needs the list of commands because the scripts complete all of them.
 */
export function completionOf(commands: ReadonlyArray<Command | CommandGroup>): CommandCode {
  return {
    examples: EXAMPLES,
    builder,
    handler: async ({ shell }: Options) => print(SCRIPTS[shell](await describeProgram(commands)).trimEnd()),
  };
}
