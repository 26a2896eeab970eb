import type { Argv } from 'yargs';

/** One command, as its file exports it. */
export interface CommandModule {
  /** Its name and positionals as yargs knows them: `order <order-no>`. */
  readonly command: string;
  readonly describe: string;
  builder(yargs: Argv): unknown;
  handler(options: never): Promise<void>;
}
