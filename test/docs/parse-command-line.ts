import yargs from 'yargs';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { withGlobalOptions } from '../../src/cli/global-options.ts';
import { refuseRepeated } from '../../src/cli/usage-fault.ts';
import { yargsCommand } from '../../src/cli/yargs-command.ts';

/** Unquoted, these end the words of a command: a pipe, a redirection, a list, a comment, two spaces before a remark. */
const END = /^(?:[|<>;&)#]|\d>| {2,}|$)/;

/**
 * The command lines of a text that call the program, each as its words without the program's name. Lines that end
 * with a backslash go on in the next one.
 */
export function commandLines(text: string): string[][] {
  return text
    .replace(/\\\n */g, '')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/(?:^|[\s(=])payin-recon(?= |$)/g)].map((match) => wordsOf(match)))
    .filter((words) => words.length > 0);
}

function wordsOf(match: RegExpMatchArray): string[] {
  let rest = match.input!.slice(match.index! + match[0].length);
  const words: string[] = [];
  while (!END.test(rest)) {
    const [all, word] = /^ ?((?:'[^']*'|"[^"]*"|[^\s'"|<>;&)])+)/.exec(rest) ?? ['', ''];
    if (all === '') break;
    words.push(word!.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    rest = rest.slice(all.length);
    if (/^ [|<>;&#]/.test(rest) || /^ \d>/.test(rest)) break;
  }
  return words;
}

/** Reads a command line by the program's own declarations, without running it; throws where that would end with 2. */
export async function parseCommandLine(words: readonly string[]): Promise<void> {
  if (words.length === 1 && ['--help', '--version'].includes(words[0]!)) return;
  const given = words.filter((word) => word !== '--help');
  const parser = yargs(given);
  const declare = parser.command.bind(parser) as (modules: unknown) => unknown;
  // Groups declare their commands by the same call, on the same object. Nothing is run.
  Object.assign(parser, {
    command: (modules: readonly object[]) =>
      declare([modules].flat().map((module) => ({ ...module, handler: () => undefined }))),
  });
  await withGlobalOptions(parser)
    .command(COMMANDS.map(yargsCommand))
    .help(false)
    .version(false)
    .middleware((values) => refuseRepeated(values, parser))
    .demandCommand(1)
    .locale('en')
    .strict()
    .exitProcess(false)
    .fail((message: string | null, error: unknown) => {
      throw error ?? new Error(message ?? 'not understood');
    })
    .parseAsync();
}
