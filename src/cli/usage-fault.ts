import type { Argv } from 'yargs';
import { didYouMean } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import { END_OF_OPTIONS } from './marked-words.ts';

/** Methods of yargs that its types leave out. */
interface Known {
  getOptions(): {
    readonly key: Readonly<Record<string, unknown>>;
    readonly choices: Readonly<Record<string, readonly string[]>>;
    readonly array: readonly string[];
    readonly boolean: readonly string[];
    readonly number: readonly string[];
  };
  getInternalMethods(): {
    getContext(): { readonly commands: readonly string[]; readonly fullCommands: readonly string[] };
    getCommandInstance(): { getCommands(): readonly string[] };
  };
}

/** What yargs knows of the command line; its types leave these methods out. */
function stateOf(parser: Argv): Known {
  return parser as Argv & Known;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Separates the parts of a message from yargs. */
const PART = '\u0001';

/** The messages of yargs, replaced by parts: the kind of mistake, then the words concerned. */
export const MESSAGES = Object.fromEntries(
  Object.entries({
    'Unknown argument: %s': ['unknown', '%s'],
    'Missing required argument: %s': ['missing', '%s'],
    'Not enough non-option arguments: got %s, need at least %s': ['few', '%s', '%s'],
    'Too many non-option arguments: got %s, maximum of %s': ['many', '%s', '%s'],
    'Not enough arguments following: %s': ['valueless', '%s'],
    'Arguments %s and %s are mutually exclusive': ['both', '%s', '%s'],
    'Implications failed:': ['needs', ''],
    'Invalid values:': ['choice'],
    'Argument: %s, Given: %s, Choices: %s': ['', '%s', '%s', '%s'],
  }).map(([message, parts]) => {
    const text = parts.join(PART);
    return [message, /argument: %s$|arguments: got/.test(message) ? { one: text, other: text } : text];
  }),
) as Record<string, string>;

/**
 * Converts a usage error of yargs to a fault with the wrong word, what was expected and the nearest known word.
 * @param message one of {@link MESSAGES}, or another text of yargs
 * @param words the command line
 */
export function usageFault(message: string, words: readonly string[], parser: Argv): Fault {
  const [about, ...parts] = message.split(PART).map((part) => part.replace(/^ +|\n +$/g, ''));
  const known = stateOf(parser);
  const where = commandOf(known);
  switch (about) {
    case 'unknown':
      return unknownWord(parts[0] ?? '', words, known);
    case 'missing':
      return new Fault('USAGE', { where, found: 'not given', expected: optionList(parts[0] ?? '') });
    case 'few':
      return new Fault('USAGE', { where, found: 'not given', expected: expectedWords(known) });
    case 'many':
      return new Fault('USAGE', { where, found: `${parts[0]} words`, expected: `at most ${parts[1]}` });
    case 'valueless':
      return new Fault('USAGE', { where: `--${parts[0]}`, found: 'no value', expected: 'a value after it' });
    case 'both':
      return new Fault('USAGE', {
        where,
        found: `both --${parts[0]} and --${parts[1]}`,
        expected: 'one of them: they are mutually exclusive',
      });
    case 'needs':
      return missingOther(parts[0] ?? '', where);
    case 'choice\n':
    case 'choice':
      return wrongChoice(parts, known);
    default:
      return new Fault('USAGE', { where, found: message });
  }
}

/** The command that yargs is at, such as `payin-recon findings list`. */
export function commandNow(parser: Argv): string {
  return commandOf(stateOf(parser));
}

/** A USAGE fault without a remedy of its own refers to the help of its command; any other error unchanged. */
export function withHelpOf(command: string, error: unknown): unknown {
  if (!(error instanceof Fault) || error.code !== 'USAGE' || error.detail.remedy !== undefined) return error;
  return new Fault('USAGE', { ...error.detail, remedy: helpOf(command) });
}

/** Throws USAGE if an option that takes one value is given twice; yargs would turn it into a list. */
export function refuseRepeated(values: Readonly<Record<string, unknown>>, parser: Argv): void {
  const lists = stateOf(parser).getOptions().array.map(bare);
  for (const [name, value] of Object.entries(values)) {
    if (name === '_' || !Array.isArray(value) || lists.includes(bare(name))) continue;
    throw new Fault('USAGE', { where: `--${name}`, found: value.map(String), expected: 'one value' });
  }
}

/** Options of which an empty text is a value: `findings assign --person ''` takes the findings from whoever has them. */
const MAY_BE_EMPTY: readonly string[] = ['--person'];

/**
 * Throws USAGE if an option is given an empty text, as a script does with a variable that is not set. It would be taken for no
 * region, or for the working directory.
 */
export function refuseEmpty(values: Readonly<Record<string, unknown>>, parser: Argv): void {
  const options = optionsOf(stateOf(parser)).filter((name) => !MAY_BE_EMPTY.includes(name));
  for (const [name, value] of Object.entries(values)) {
    const option = `--${name}`;
    if (!options.includes(option) || ![value].flat().includes('')) continue;
    throw new Fault('USAGE', { where: option, found: 'an empty text', expected: 'a value after it' });
  }
}

/** Throws USAGE if an option that takes a number is given something else, of which yargs makes NaN, or 0. */
export function refuseOtherThanNumbers(words: readonly string[], parser: Argv): void {
  const numbers = stateOf(parser)
    .getOptions()
    .number.map((name) => `--${name}`);
  for (const [at, word] of words.entries()) {
    const [option = ''] = word.split('=');
    if (!numbers.includes(option)) continue;
    const found = word === option ? (words[at + 1] ?? '') : word.slice(option.length + 1);
    if (NUMBER.test(found)) continue;
    throw new Fault('USAGE', {
      where: option,
      found: found === '' ? 'nothing' : found,
      expected: 'a number',
    });
  }
}

/**
 * Throws USAGE if an option without a value is given another than true or false: yargs takes `--dry-run=1`, and `--dry-run=` with a
 * variable that is not set, for false, and the command would do what it was only to show.
 */
export function refuseValuesOfSwitches(words: readonly string[], parser: Argv): void {
  const switches = stateOf(parser).getOptions().boolean.map(bare);
  for (const word of words) {
    const [, option = '', found = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? [];
    if (!switches.includes(bare(option)) || found === 'true' || found === 'false') continue;
    throw new Fault('USAGE', {
      where: `--${option}`,
      found: found === '' ? 'an empty text' : found,
      expected: `--${option} by itself, or --${option}=false`,
    });
  }
}

/** The name of an option without its hyphens: yargs takes and repeats each in camel case too. */
function bare(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}

/** The fault for a command line without a command; it lists the commands. */
export function noCommand(words: readonly string[], parser: Argv): Fault {
  const known = stateOf(parser);
  const options = optionsOf(known);
  const option = words
    .map((word) => word.split('=')[0]!)
    .find((word) => /^--./.test(word) && !options.includes(word));
  const hint = option === undefined ? undefined : didYouMean(option, options);
  return new Fault('USAGE', {
    where: commandOf(known),
    found: option === undefined ? 'no command' : `no command, and the unknown option ${option}`,
    expected: `a command: ${commandsOf(known).join(', ')}`,
    remedy: `${hint ?? 'Name a command.'} ${helpOf(commandOf(known))}`,
  });
}

function unknownWord(listed: string, words: readonly string[], known: Known): Fault {
  const given = listed.split(', ').map((one) => one.replace(/^"(\s*)"$/, '$1'));
  const commands = commandsOf(known);
  const option = words.find((word) => given.some((name) => isOption(word, name)));
  // Options depend on the command, so an unknown command is reported before an unknown option.
  const command = commands.length === 0 ? undefined : words.find((one) => given.includes(one));
  if (option !== undefined && command === undefined) {
    const [name = ''] = option.split('=');
    const written = optionsOf(known);
    return new Fault('USAGE', {
      where: commandOf(known),
      found: `unknown option ${name}`,
      expected: written.join(', '),
      ...remedy(didYouMean(name.replace(/^--no-/, '--'), written), known),
    });
  }
  const word = words.find((one) => given.includes(one)) ?? listed;
  if (commands.length === 0) {
    return new Fault('USAGE', {
      where: commandOf(known),
      found: `unknown word ${word}`,
      expected: expectedWords(known) || 'options only',
    });
  }
  return new Fault('USAGE', {
    where: commandOf(known),
    found: `unknown command ${word}`,
    expected: commands.join(', '),
    ...remedy(didYouMean(word, commands), known),
  });
}

/** Whether a word of the command line is this option of yargs. */
function isOption(word: string, name: string): boolean {
  const [start] = word.split('=');
  if (start === `--${name}` || start === `--no-${name}`) return true;
  return name.length === 1 && /^-[^-]/.test(word) && word.includes(name);
}

/** @param listed options, each with an arrow to the one without which it has no effect */
function missingOther(listed: string, where: string): Fault {
  const [, given = '', needed = ''] = /(\S+) -> (\S+)/.exec(listed) ?? [];
  return new Fault('USAGE', { where, found: `no --${needed}`, expected: `--${needed}: --${given} needs it` });
}

function wrongChoice([name = '', given = '', listed = '']: readonly string[], known: Known): Fault {
  const choices = known.getOptions().choices[name]?.map(String) ?? [listed];
  const isPositional = positionals(known).some((one) => one.includes(name));
  const found = given.replace(/^"(.*)"$/, '$1');
  return new Fault('USAGE', {
    where: isPositional ? `${commandOf(known)} <${name}>` : `--${name}`,
    found,
    expected: choices.join(', '),
    ...remedy(didYouMean(found, choices), known),
  });
}

function remedy(text: string | undefined, known: Known): { remedy?: string } {
  return text === undefined ? {} : { remedy: `${text} ${helpOf(commandOf(known))}` };
}

function helpOf(command: string): string {
  return `See ${command} --help.`;
}

function optionList(listed: string): string {
  return listed
    .split(', ')
    .map((name) => `--${name}`)
    .join(', ');
}

function commandOf(known: Known): string {
  return ['payin-recon', ...known.getInternalMethods().getContext().commands].join(' ');
}

/** The positionals of the current command, as in its help: `<paths..>`. */
function positionals(known: Known): string[] {
  const [full = ''] = known.getInternalMethods().getContext().fullCommands.slice(-1);
  return full.split(' ').slice(1);
}

/** The positionals of the current command, with their choices. */
function expectedWords(known: Known): string {
  return positionals(known)
    .map((written) => {
      const choices = known.getOptions().choices[written.replace(/[<>[\].]/g, '')];
      return choices === undefined ? written : `${written} (${choices.join(', ')})`;
    })
    .join(' ');
}

/** The options of the current command as they are typed. */
function optionsOf(known: Known): string[] {
  const words = positionals(known).map((written) => written.replace(/[<>[\].]/g, ''));
  return Object.keys(known.getOptions().key)
    .filter((name) => !/[A-Z]/.test(name) && name !== END_OF_OPTIONS && !words.includes(name))
    .map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
}

function commandsOf(known: Known): string[] {
  return known
    .getInternalMethods()
    .getCommandInstance()
    .getCommands()
    .filter((name) => name !== '$0');
}
