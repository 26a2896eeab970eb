import { setImmediate } from 'node:timers/promises';
import yargs from 'yargs';
import { reasonOf } from '../database/folder-fault.ts';
import { programVersion } from '../database/package-root.ts';
import { nameSessions } from '../database/session-name.ts';
import { describeFault, EXIT, Fault, withoutPasswords } from '../errors.ts';
import { nameOf } from './command.ts';
import { COMMANDS } from './commands/all.ts';
import { withGlobalOptions } from './global-options.ts';
import { listsText } from './help-lists.ts';
import { leave } from './leave.ts';
import {
  type DividedWords,
  dividedWords,
  END_OF_OPTIONS,
  markedWords,
  unmarked,
  unmarkValues,
} from './marked-words.ts';
import { openFilesFault } from './open-files-fault.ts';
import { lostOutput, note, print } from './print.ts';
import { keptSteps } from './show-progress.ts';
import { ENDING_SIGNALS } from './signals.ts';
import { type Example, indented, usage } from './usage.ts';
import {
  commandNow,
  MESSAGES,
  noCommand,
  refuseEmpty,
  refuseOtherThanNumbers,
  refuseRepeated,
  refuseValuesOfSwitches,
  usageFault,
  withHelpOf,
} from './usage-fault.ts';
import { yargsCommand } from './yargs-command.ts';

const ABOUT = 'Reconciles stored pay-in requests, answers and callbacks, and writes CSVs for finance.';
const EXAMPLES: readonly Example[] = [
  ['$0 demo', 'a realistic day, reconciled'],
  ['$0 reconcile --date 2026-11-19 --in logs/', 'your own logs'],
  ['$0 order BR0000001234', 'everything known about one order'],
];

const NO_COMMAND = 'no command';

/**
 * Runs the command of the process and leaves with its exit code.
 * @param words what was typed after the program's name
 */
export async function runCommandLine(words: string[]): Promise<never> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const fault = lostOutput(error);
    if (fault === undefined) return;
    report(fault, false);
    // Leaving is safe: every step is stored completely or not at all. Only the printed result is lost.
    leave();
  });
  // There is nobody to report it to, and the work goes on.
  process.stderr.on('error', () => undefined);
  for (const signal of ENDING_SIGNALS) process.once(signal, () => interrupt());
  await main(await withHelp(words));
  // A socket or timer that a driver left open after a failure must not keep the process running.
  await written(process.stdout);
  await written(process.stderr);
  return leave();
}

/** Resolves when everything written to a stream is flushed, or its reader has gone. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  // Where nothing waits, only failures may be still to be reported. An empty write would fail on a terminal that was closed, as if
  // something were lost.
  if (stream.writableLength === 0) return setImmediate();
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

async function main(words: string[]): Promise<void> {
  const divided = dividedWords(words);
  const verbose = divided.options.includes('--verbose');
  try {
    // yargs asks for it too, but outside of what is caught there.
    process.cwd();
  } catch (error) {
    return report(folderGone(error as NodeJS.ErrnoException), verbose);
  }
  await parse(divided, verbose);
}

async function parse(divided: DividedWords, verbose: boolean): Promise<void> {
  const { options } = divided;
  const typed = markedWords(divided);
  const parser = yargs(typed);
  const words = [...options, ...(divided.words ?? [])];
  const misunderstood = (message: string) =>
    withHelpOf(commandNow(parser), usageFault(unmarked(message), words, parser));
  let command = commandNow(parser);
  try {
    await withGlobalOptions(parser)
      .option(END_OF_OPTIONS, { type: 'boolean', hidden: true })
      .scriptName('payin-recon')
      // Else --no-limit would be the limit 0, and --no-merchant a merchant of the name false.
      .parserConfiguration({ 'boolean-negation': false })
      .usage(usage('<command>', ABOUT, EXAMPLES))
      .command(COMMANDS.map(yargsCommand))
      .epilogue(`Help topics:\n${listsText()}`)
      // yargs forgets it once its work has begun.
      .middleware(() => {
        command = commandNow(parser);
        nameSessions(command);
      }, true)
      .middleware(unmarkValues, true)
      .middleware((values) => refuseRepeated(values, parser))
      .middleware(() => refuseOtherThanNumbers(options, parser))
      .middleware(() => refuseValuesOfSwitches(options, parser))
      .middleware((values) => refuseEmpty(values, parser))
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
    // Once a command's declarations were awaited, yargs throws some usage errors without calling fail().
    const fault = error instanceof Error && error.name === 'YError' ? misunderstood(error.message) : error;
    report(withHelpOf(command, fault), verbose);
  }
}

function report(error: unknown, verbose: boolean): void {
  const fault = openFilesFault(error) ?? (error instanceof Fault ? error : asFault(error));
  process.exitCode = fault.exitCode;
  note(describeFault(fault));
  const cause = fault.detail.cause ?? (error instanceof Fault ? undefined : error);
  if (verbose && cause instanceof Error) note(withoutPasswords(cause.stack ?? cause.message));
}

/**
 * Rewrites `help reconcile` to `reconcile --help`, unless there is a topic with that name. yargs handles a lone `help`.
 */
async function withHelp(words: string[]): Promise<string[]> {
  const [first, name, ...more] = words;
  if (first !== 'help' || name === undefined || !COMMANDS.some((one) => nameOf(one) === name)) return words;
  const { TOPIC_NAMES } = await import('./help-topics.ts');
  return TOPIC_NAMES.includes(name) ? words : [name, ...more, '--help'];
}

/** The fault of a working directory that was removed, or that this user may not read. */
function folderGone(error: NodeJS.ErrnoException): Fault {
  return new Fault('SOURCE_NOT_FOUND', {
    where: 'working directory',
    found: error.code === 'ENOENT' ? 'it was removed' : reasonOf(error),
    remedy: 'Change to a folder that exists, and run the same command again.',
    cause: error,
  });
}

/** Converts an unexpected error to a fault: DATABASE_FAILED if it comes from the database, otherwise INTERNAL. */
function asFault(error: unknown): Fault {
  const { code, message, severity } = error as { code?: unknown; message?: string; severity?: unknown };
  const found = (message ?? String(error)).split('\n')[0] ?? '';
  // Only a database error has a severity; a file error such as EPERM has a code of five capitals too.
  if (severity !== undefined) {
    return new Fault('DATABASE_FAILED', { found: `SQLSTATE ${code}: ${found}`, cause: error });
  }
  return new Fault('INTERNAL', { found, cause: error });
}

/**
 * Leaves at once. This is safe: a file is stored completely or not at all, and a version is published by one rename.
 */
function interrupt(): void {
  const kept = keptSteps();
  const found = kept.length === 0 ? 'no step was finished' : ['kept:', ...kept];
  note(`\n${describeFault(new Fault('INTERRUPTED', { found }))}`);
  leave(EXIT.interrupted);
}
