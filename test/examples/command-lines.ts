import { JOBS } from '../../jobs/all.ts';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { describeProgram } from '../../src/cli/describe-program.ts';
import { readCode } from '../support/code-files.ts';

/** Text of a file of examples/. */
export const example = (name: string) => readCode(`examples/${name}`);

/** Each command line of a text that calls the program, as its words without the program's name. */
export function commandLines(text: string): string[][] {
  return [...text.matchAll(/(?:^|[\s/=])payin-recon ((?:schedule|job)\b[^\n>]*?)(?= 2?>>|\n|$)/g)].map(
    ([, words]) => words!.trim().split(/\s+/),
  );
}

const { commands, options } = await describeProgram(COMMANDS);

/** What the program would not understand of a command line: its command, a job's name, or an option. */
export function notUnderstood(words: readonly string[]): string[] {
  const ofCommand = commands.filter(({ name }) => name.split(' ')[0] === words[0]);
  const known = [...ofCommand.flatMap((command) => command.options), ...options].map(({ name }) => name);
  const job = words[0] === 'job' && words[1] === 'run' ? words[2] : undefined;
  return [
    ...(ofCommand.length === 0 ? [words[0]!] : []),
    ...(job === undefined || JOBS.some(({ name }) => name === job) ? [] : [job]),
    ...words.filter((word) => /^--/.test(word) && !known.includes(word.slice(2))),
  ];
}
