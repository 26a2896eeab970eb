import type { Argv } from 'yargs';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';
import { describeProgram } from './describe-program.ts';
import { print } from './print.ts';
import { type Example, usage } from './usage.ts';

export const command = 'completion <shell>';
export const describe = 'Print a script that lets a shell complete commands, options and values';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const EXAMPLES: readonly Example[] = [
  ['source <($0 completion bash)', 'in ~/.bashrc'],
  ['source <($0 completion zsh)', 'in ~/.zshrc, after compinit'],
  ['$0 completion fish > ~/.config/fish/completions/payin-recon.fish', 'once'],
];

export function builder(yargs: Argv) {
  return yargs.usage(usage(command, describe, EXAMPLES)).positional('shell', {
    choices: Object.keys(SCRIPTS) as Array<keyof typeof SCRIPTS>,
    demandOption: true,
    describe: 'Whose script',
  });
}

type Options = Awaited<ReturnType<typeof builder>['argv']>;

export async function handler(options: Options): Promise<void> {
  print(SCRIPTS[options.shell](describeProgram()).trimEnd());
}
