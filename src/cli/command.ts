import type { Argv } from 'yargs';
import type { Example } from './usage.ts';

/** One command, as the list of commands has it. Its code is loaded when it runs, and when its own help is asked for. */
export interface Command {
  /** Its name and positionals as yargs knows them: `order <order-no>`. */
  readonly command: string;
  readonly describe: string;
  load(): Promise<CommandCode>;
}

/** What the file of a command exports. */
export interface CommandCode {
  readonly examples: readonly Example[];
  builder(yargs: Argv): unknown;
  handler(options: never): Promise<void>;
}

/** Commands that share their first word: `findings list`. */
export interface CommandGroup {
  /** The first word. */
  readonly command: string;
  readonly describe: string;
  readonly examples: readonly Example[];
  /** In the order in which help, man page and completion list them. */
  readonly subcommands: readonly Command[];
}

/** The first word of a command. */
export function nameOf({ command }: { readonly command: string }): string {
  return command.split(' ')[0]!;
}
