#!/usr/bin/env node
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { programVersion } from '../database/package-root.ts';
import { describeFault, EXIT, Fault, withoutPasswords } from '../errors.ts';
import { writeFault } from '../file-fault.ts';
import { nameOf } from './command.ts';
import { COMMANDS } from './commands/all.ts';
import { withGlobalOptions } from './global-options.ts';
import { listsText } from './help-lists.ts';
import { leave } from './leave.ts';
import { note, print } from './print.ts';
import { keptSteps } from './show-progress.ts';
import { type Example, indented, usage } from './usage.ts';
import { MESSAGES, noCommand, refuseRepeated, usageFault } from './usage-fault.ts';
import { yargsCommand } from './yargs-command.ts';

const ABOUT = 'Reconciles stored pay-in requests, answers and callbacks, and writes CSVs for finance.';
const EXAMPLES: readonly Example[] = [
  ['$0 demo', 'a realistic day, reconciled'],
  ['$0 reconcile --date 2026-11-19 --in logs/', 'your own logs'],
  ['$0 order BR0000001234', 'everything known about one order'],
];

const NO_COMMAND = 'no command';

/** yargs loses a lone `-` among several values; it travels as another word. */
const DASH = '\u0000-';

// Output that is cut by `head` is no fault of anybody's, and no reason to leave a run half done.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  report(writeFault(error, 'standard output'), false);
  // What is under way is whole or not at all; its result is lost.
  leave();
});
process.once('SIGINT', () => interrupt());
process.once('SIGTERM', () => interrupt());

await main(await withHelp(hideBin(process.argv)));
// What a driver leaves open after a failure (a socket, a timer) must not keep a process that is done.
await written(process.stdout);
await written(process.stderr);
leave();

/** Resolves once everything written to a stream is flushed, or its reader has gone. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

async function main(words: string[]): Promise<void> {
  const verbose = words.includes('--verbose');
  const typed = words.map((word) => (word === '-' ? DASH : word));
  const parser = yargs(typed);
  const misunderstood = (message: string) => usageFault(message, words, parser);
  try {
    await withGlobalOptions(parser)
      .scriptName('payin-recon')
      .usage(usage('<command>', ABOUT, EXAMPLES))
      .command(COMMANDS.map(yargsCommand) as never)
      .epilogue(`Help topics:\n${listsText()}`)
      .middleware(withDashes)
      .middleware((values) => refuseRepeated(values, parser))
      .locale('en')
      .updateStrings(MESSAGES)
      .demandCommand(1, NO_COMMAND)
      .strict()
      .version(programVersion)
      .wrap(Math.min(110, process.stdout.columns ?? 110))
      .exitProcess(false)
      .fail((message: string | null, error: unknown) => {
        if (error instanceof Error && error.name !== 'YError') throw error;
        if (message === NO_COMMAND) throw noCommand(words, parser);
        throw misunderstood(message ?? (error as Error | undefined)?.message ?? '');
      })
      .parseAsync(typed, {}, (_error, _values, help) => {
        if (help !== '') print(indented(help));
      });
  } catch (error) {
    // Some mistakes yargs throws past fail() once a command's declarations have been waited for.
    report(error instanceof Error && error.name === 'YError' ? misunderstood(error.message) : error, verbose);
  }
}

function report(error: unknown, verbose: boolean): void {
  const fault = error instanceof Fault ? error : asFault(error);
  process.exitCode = fault.exitCode;
  note(describeFault(fault));
  const cause = fault.detail.cause ?? (error instanceof Fault ? undefined : error);
  if (verbose && cause instanceof Error) note(withoutPasswords(cause.stack ?? cause.message));
}

/** `help reconcile` as `reconcile --help`, unless a topic has that name; `help` alone is yargs' own. */
async function withHelp(words: string[]): Promise<string[]> {
  const [first, name, ...more] = words;
  if (first !== 'help' || name === undefined || !COMMANDS.some((one) => nameOf(one) === name)) return words;
  const { TOPIC_NAMES } = await import('./help-topics.ts');
  return TOPIC_NAMES.includes(name) ? words : [name, ...more, '--help'];
}

function withDashes(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === DASH) values[name] = '-';
    else if (Array.isArray(value)) values[name] = value.map((item) => (item === DASH ? '-' : item));
  }
}

/** An error that no place has turned into a fault: of the database if it has an SQLSTATE, else the program's own. */
function asFault(error: unknown): Fault {
  const { code, message, severity } = error as { code?: unknown; message?: string; severity?: unknown };
  const found = (message ?? String(error)).split('\n')[0] ?? '';
  // Only a database's error has a severity; EPERM of a file has five capitals too.
  if (severity !== undefined) {
    return new Fault('DATABASE_FAILED', { found: `SQLSTATE ${code}: ${found}`, cause: error });
  }
  return new Fault('INTERNAL', { found, cause: error });
}

/** Files are kept whole or not at all and versions are put in place by one rename, so that leaving is safe. */
function interrupt(): void {
  const kept = keptSteps();
  const found = kept.length === 0 ? 'no step was finished' : ['kept:', ...kept];
  note(`\n${describeFault(new Fault('INTERRUPTED', { found }))}`);
  leave(EXIT.interrupted);
}
