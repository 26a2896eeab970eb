import { COMMANDS } from '../src/cli/commands/all.ts';
import {
  type CommandDescription,
  describeProgram,
  type PositionalDescription,
  type ValueDescription,
} from '../src/cli/describe-program.ts';
import { code, fenced, generatedPage, table } from './markdown.ts';
import { exitCodesTable } from './reference-pages.ts';

/** docs/reference/commands.md: every command with its arguments, options, defaults and examples. */
export async function commandsPage(): Promise<string> {
  const { commands, options } = await describeProgram(COMMANDS);
  return generatedPage(
    'Commands',
    'In a clone, write `npx payin-recon` instead of `payin-recon`. Results go to standard output, everything else to standard ' +
      'error. The option `--help` of a command prints what this page says about it.',
    table(
      ['command', 'what it does'],
      commands.map(({ name, describe }) => [`[${name}](#${anchor(name)})`, describe]),
    ),
    '## Options of every command',
    values(options),
    '## Exit codes',
    'Every command ends with one of these. [Errors](errors.md) lists which error has which exit code.',
    exitCodesTable(),
    ...commands.map(command),
  );
}

function command({ name, synopsis, describe, examples, positionals, options }: CommandDescription): string {
  const takes = [...positionals, ...options];
  const usage = `payin-recon ${synopsis}${options.length === 0 ? '' : ' [options]'}`;
  return [
    `## ${name}`,
    `${describe}.`,
    fenced('sh', usage),
    ...(takes.length === 0 ? [] : [values(takes)]),
    'Examples:',
    fenced('sh', examples.map(([line, purpose]) => `# ${purpose}\n${line}`).join('\n')),
  ].join('\n\n');
}

function values(takes: ReadonlyArray<ValueDescription | PositionalDescription>): string {
  return table(
    ['argument or option', 'meaning', 'values', 'default'],
    takes.map((one) => [nameOf(one), one.describe, valuesOf(one), code(one.fallback ?? '')]),
  );
}

function nameOf(one: ValueDescription | PositionalDescription): string {
  if (!('required' in one)) {
    return code(`--${one.name}${placeholderOf(one)}`);
  }
  return `${code(`${one.name}${one.repeats ? '…' : ''}`)}${one.required ? '' : ' (optional)'}`;
}

/** What stands behind an option: a file or folder, or VALUE where that is not plain. */
function placeholderOf({ takes, values: known, repeats }: ValueDescription): string {
  if (takes === 'nothing') return '';
  const isPath = takes !== 'text' && known.length === 0;
  return ` ${isPath ? takes.toUpperCase() : 'VALUE'}${repeats ? '…' : ''}`;
}

/** What can be typed, where that is a list of a few. */
function valuesOf({ values: known }: ValueDescription): string {
  return known.length > 30 ? 'see `payin-recon help`' : known.map(code).join(', ');
}

/** The anchor of a heading, as GitHub makes it. */
function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
