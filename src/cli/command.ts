import type { Argv } from 'yargs';
import type { Example } from './usage.ts';

/** One command in the list of commands. Its code is loaded when it runs or when its help is shown. */
export interface Command {
  /** Name and positionals in the syntax of yargs: `order <order-no>`. */
  readonly command: string;
  readonly describe: string;
  load(): Promise<CommandCode>;
}

/** What a command's file exports. */
export interface CommandCode {
  readonly examples: readonly Example[];
  /** Declares what it takes beside the options of every command; absent for nothing. */
  builder?(yargs: Argv): Argv;
  handler(options: never): Promise<void>;
}

/** Commands with the same first word: `findings list`, `findings show`. */
export interface CommandGroup {
  readonly command: string;
  readonly describe: string;
  readonly examples: readonly Example[];
  /** In the order of the help, the man page and the completion. */
  readonly subcommands: readonly Command[];
}

/** The first word of a command. */
export function nameOf({ command }: { readonly command: string }): string {
  return command.split(' ')[0]!;
}
