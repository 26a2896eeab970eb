import type { Argv } from 'yargs';
import type { CommandModule } from '../command-module.ts';
import { describeProgram } from '../describe-program.ts';
import { print } from '../print.ts';
import { type Example, usage } from '../usage.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';

const command = 'completion <shell>';
const describe = 'Print a script that lets a shell complete commands, options and values';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const EXAMPLES: readonly Example[] = [
  ['source <($0 completion bash)', 'in ~/.bashrc'],
  ['source <($0 completion zsh)', 'in ~/.zshrc, after compinit'],
  ['$0 completion fish > ~/.config/fish/completions/payin-recon.fish', 'once'],
];

function builder(yargs: Argv) {
  return yargs.usage(usage(command, describe, EXAMPLES)).positional('shell', {
    choices: Object.keys(SCRIPTS) as Array<keyof typeof SCRIPTS>,
    demandOption: true,
    describe: 'Whose script',
  });
}

type Options = Awaited<ReturnType<typeof builder>['argv']>;

/** The command that prints the scripts; they complete every command, which is why it is given all of them. */
export function completionOf(commands: () => readonly CommandModule[]): CommandModule {
  return {
    command,
    describe,
    builder,
    handler: async ({ shell }: Options) => print(SCRIPTS[shell](describeProgram(commands())).trimEnd()),
  };
}
