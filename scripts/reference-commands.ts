import { COMMANDS } from '../src/cli/commands/all.ts';
import {
  type CommandDescription,
  describeProgram,
  type PositionalDescription,
  type ValueDescription,
} from '../src/cli/describe-program.ts';
import { code, fenced, generatedPage, table } from './markdown.ts';
import { exitCodesTable } from './reference-pages.ts';

/** docs/reference/commands.md: every command with arguments, options, defaults and examples. */
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
    `<!-- not run: the form of a command -->\n${fenced('text', usage)}`,
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

/** The placeholder of an option: its kind of file or folder, or VALUE if that is unknown. */
function placeholderOf({ takes, values: known, repeats }: ValueDescription): string {
  if (takes === 'nothing') return '';
  const isPlain = takes === 'text' || known.length > 0;
  return ` ${isPlain ? 'VALUE' : takes.toUpperCase()}${repeats ? '…' : ''}`;
}

/** The allowed values, or a pointer to help if there are many. */
function valuesOf({ values: known }: ValueDescription): string {
  return known.length > 30 ? 'see `payin-recon help`' : known.map(code).join(', ');
}

/** The anchor that GitHub generates for a heading. */
function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
