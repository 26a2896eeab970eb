import { COMMANDS } from '../src/cli/commands/all.ts';
import {
  type CommandDescription,
  describeProgram,
  type ValueDescription,
} from '../src/cli/describe-program.ts';
import { exitCodes, LISTS } from '../src/cli/help-topics.ts';
import { programVersion } from '../src/database/package-root.ts';
import { SETTINGS_FILE } from '../src/settings/load-settings.ts';

const { commands, options } = await describeProgram(COMMANDS);

/** man/payin-recon.1: the commands and options from the completion data, in roff's man macros. */
export function manPage(): string {
  const blocks = [
    `.TH PAYIN-RECON 1 "" "payin-recon ${programVersion}" "User Commands"`,
    section('NAME', 'payin\\-recon \\- reconcile stored pay\\-in requests, answers and callbacks'),
    section('SYNOPSIS', '.B payin\\-recon\n.I COMMAND\n[options]'),
    section('DESCRIPTION', text(DESCRIPTION)),
    section('COMMANDS', commands.map(commandBlock).join('\n')),
    section('OPTIONS', `Every command takes these.\n${options.map(optionBlock).join('\n')}`),
    section(
      'EXIT STATUS',
      exitCodes()
        .map(([code, meaning]) => tagged(bold(code!), meaning!))
        .join('\n'),
    ),
    section('ENVIRONMENT', ENVIRONMENT.map(([name, meaning]) => tagged(bold(name), meaning)).join('\n')),
    section('FILES', FILES.map(([name, meaning]) => tagged(`.I ${text(name)}`, meaning)).join('\n')),
    section('SEE ALSO', `${text('These explain names used in reports and messages:')}\n${topicLines()}`),
  ];
  return `${blocks.join('\n')}\n`;
}

const DESCRIPTION =
  'Tells a merchant, for every order and every date, whether it was paid, what was paid and whether that is what was ' +
  'asked for, from the logs of its pay-in service, as CSVs for finance. Results go to standard output, everything else ' +
  'to standard error.';

const ENVIRONMENT = [
  [
    'DATABASE_URL',
    'PostgreSQL 15 or newer; without it, an embedded database in the folder of --data is used',
  ],
  [
    'PAYIN_RECON_...',
    'Every setting, by its path in capitals: PAYIN_RECON_LOGS_ZONE, PAYIN_RECON_GRACE_SECONDS',
  ],
] as const;

const FILES = [
  [SETTINGS_FILE, 'Settings file in the working directory; environment variables take precedence'],
  ['.payin-recon', 'Folder of the embedded database'],
  ['payin-recon-reports', 'Folder of reports'],
] as const;

function commandBlock(command: CommandDescription): string {
  const lines = [
    `.SS ${text(`payin-recon ${command.synopsis}`)}`,
    `${text(command.describe)}.`,
    ...command.positionals.map((one) => valueBlock(bold(one.name), one)),
    ...command.options.map(optionBlock),
    '.PP\nExamples:',
    ...command.examples.map(([line, purpose]) => tagged(bold(line), purpose)),
  ];
  return lines.join('\n');
}

function optionBlock(option: ValueDescription): string {
  const name = bold(`--${option.name}`);
  const value = option.takes === 'nothing' ? '' : ` \\fI${option.repeats ? 'VALUE...' : 'VALUE'}\\fR`;
  return valueBlock(`${name}${value}`, option);
}

function valueBlock(head: string, { describe, values, fallback }: ValueDescription): string {
  // A longer list than this holds the topics of help, which help lists itself.
  const isSaid = values.length > 20 || values.every((value) => describe.includes(value));
  const shown = isSaid ? '' : ` One of: ${values.join(', ')}.`;
  const otherwise = fallback === undefined ? '' : ` Default: ${fallback}.`;
  return tagged(head, `${describe}.${shown}${otherwise}`);
}

function topicLines(): string {
  return LISTS.map(({ name, title }) => tagged(bold(`payin-recon help ${name}`), title)).join('\n');
}

function section(name: string, content: string): string {
  return `.SH ${name}\n${content}`;
}

function tagged(head: string, meaning: string): string {
  return `.TP\n${head}\n${text(meaning)}`;
}

function bold(words: string): string {
  return `\\fB${text(words)}\\fR`;
}

/** Text escaped for roff: no line is read as a request, and hyphens and quotes are kept. */
function text(words: string): string {
  return words.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq').replace(/^\./, '\\&.');
}
