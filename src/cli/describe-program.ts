import type { Argv, Options } from 'yargs';
import { JOBS } from '../../jobs/all.ts';
import { ACTIONS } from '../books/findings/decision.ts';
import { PLAIN_BUCKET_NAMES } from '../books/findings/named-bucket.ts';
import { RULES } from '../reconcile/rules/all.ts';
import { parseSettings } from '../settings/load-settings.ts';
import { regionFolder } from '../settings/region-folder.ts';
import { OTHER_REGION } from '../settings/schema.ts';
import { type Command, type CommandGroup, nameOf } from './command.ts';
import { withGlobalOptions } from './global-options.ts';
import { TOPIC_NAMES } from './help-topics.ts';
import type { Example } from './usage.ts';

/** The value of an option or positional. */
export interface ValueDescription {
  /** Without dashes. */
  readonly name: string;
  readonly describe: string;
  /** A path where the description speaks of a file or folder. */
  readonly takes: 'nothing' | 'text' | 'file' | 'folder';
  /** The values that are known beforehand; others may be allowed too. */
  readonly values: readonly string[];
  /** Whether several may follow one another. */
  readonly repeats: boolean;
  /** What holds where it is not given and the description does not say so. */
  readonly fallback: string | undefined;
}

export interface PositionalDescription extends ValueDescription {
  readonly required: boolean;
}

export interface CommandDescription {
  /** As it is typed: one word, or two for a command of a group. */
  readonly name: string;
  /** Of a group: its subcommands. */
  readonly subcommands: readonly string[];
  /** `order <order-no>` */
  readonly synopsis: string;
  readonly describe: string;
  readonly examples: readonly Example[];
  readonly positionals: readonly PositionalDescription[];
  /** Its own options; those of the program come on top. */
  readonly options: readonly ValueDescription[];
}

export interface ProgramDescription {
  /** Every command; those of a group follow it. */
  readonly commands: readonly CommandDescription[];
  /** Options that every command takes, but for those that a command declares itself. */
  readonly options: readonly ValueDescription[];
}

/** Commands of one word. */
export function topLevel(commands: readonly CommandDescription[]): readonly CommandDescription[] {
  return commands.filter(({ name }) => !name.includes(' '));
}

/** Commands of a group. */
export function grouped(commands: readonly CommandDescription[]): readonly CommandDescription[] {
  return commands.filter(({ name }) => name.includes(' '));
}

/** Values that a declaration leaves open, since settings or the error's text say more than a list of choices. */
const KNOWN_VALUES: Readonly<Record<string, () => readonly string[]>> = {
  ...Object.fromEntries(
    ACTIONS.map((action) => [`findings ${action} orders-and-code`, () => RULES.map(({ code }) => code)]),
  ),
  region: () => [...parseSettings({}).regions, OTHER_REGION].map(({ name }) => regionFolder(name)),
  bucket: () => PLAIN_BUCKET_NAMES,
  'job name': () => JOBS.map(({ name }) => name),
};

/** What yargs adds by itself. */
const BUILT_IN: readonly ValueDescription[] = [
  { name: 'help', describe: 'Show help', takes: 'nothing', values: [], repeats: false, fallback: undefined },
  {
    name: 'version',
    describe: 'Show version number',
    takes: 'nothing',
    values: [],
    repeats: false,
    fallback: undefined,
  },
];

/** Methods of yargs that say nothing of what can be typed. */
const SILENT = ['version', 'conflicts', 'implies', 'check', 'epilogue', 'strict', 'coerce', 'middleware'];

/** Commands, options and values of the program, read off the very declarations that parse its command line. */
export async function describeProgram(
  listed: ReadonlyArray<Command | CommandGroup>,
): Promise<ProgramDescription> {
  const { options } = recorded('', (yargs) => withGlobalOptions(yargs));
  const topics = [...new Set([...listed.map(nameOf), ...TOPIC_NAMES])];
  const commands = (await Promise.all(listed.map(describeListed))).flat();
  return {
    commands: commands.map((one) => (one.name === 'help' ? withValues(one, topics) : one)),
    options: [...options, ...BUILT_IN],
  };
}

/** A command whose place on the command line takes these values. */
function withValues(command: CommandDescription, values: readonly string[]): CommandDescription {
  return { ...command, positionals: command.positionals.map((one) => ({ ...one, values })) };
}

/** The command, and those of its group if it is one. */
async function describeListed(one: Command | CommandGroup): Promise<CommandDescription[]> {
  if (!('subcommands' in one)) return [await describeCommand(one, '')];
  const { command, describe, examples, subcommands } = one;
  const group = {
    name: command,
    subcommands: subcommands.map(nameOf),
    synopsis: `${command} <command>`,
    ...{ describe, examples: examples.map(asShown), options: [], positionals: [] },
  };
  return [group, ...(await Promise.all(subcommands.map((each) => describeCommand(each, `${command} `))))];
}

async function describeCommand(one: Command, group: string): Promise<CommandDescription> {
  const name = `${group}${nameOf(one)}`;
  const { examples, builder } = await one.load();
  const { options, positionals } = recorded(name, builder);
  return {
    name,
    subcommands: [],
    synopsis: `${group}${one.command}`,
    describe: one.describe,
    examples: examples.map(asShown),
    options,
    // As in the synopsis: `<paths..>` is required and repeats, `[name]` may be left out.
    positionals: [...one.command.matchAll(/([<[])([\w-]+)(\.\.)?[>\]]/g)].map(
      ([, bracket, positional, dots]) => ({
        ...positionals.find((each) => each.name === positional)!,
        required: bracket === '<',
        repeats: dots !== undefined,
      }),
    ),
  };
}

/** An example with the program's name where yargs would put it. */
function asShown([line, purpose]: Example): Example {
  return [line.replace('$0', 'payin-recon'), purpose];
}

interface Recorded {
  options: ValueDescription[];
  positionals: ValueDescription[];
}

/** Runs a builder against a stand-in for yargs that writes down what is declared. */
function recorded(command: string, builder: (yargs: Argv) => unknown): Recorded {
  const found: Recorded = { options: [], positionals: [] };
  const recorder: unknown = new Proxy(
    {},
    {
      get:
        (_target, method) =>
        (first: never, more: Options = {}) => {
          if (method === 'option') found.options.push(describeValue(first, first, more));
          else if (method === 'positional') {
            found.positionals.push(describeValue(first, `${command} ${first}`, more));
          } else if (!SILENT.includes(String(method))) {
            throw new Error(`describe-program.ts does not know what .${String(method)}() declares`);
          }
          return recorder;
        },
    },
  );
  builder(recorder as Argv);
  return found;
}

function describeValue(name: string, key: string, declared: Options): ValueDescription {
  const describe = declared.describe ?? '';
  const values = (declared.choices ?? KNOWN_VALUES[key]?.() ?? []).map(String);
  const takes =
    declared.type === 'boolean'
      ? 'nothing'
      : /\bfiles?\b/i.test(describe)
        ? 'file'
        : /\bfolders?\b/i.test(describe)
          ? 'folder'
          : 'text';
  const fallback = declared.default === undefined ? undefined : String(declared.default);
  return { name, describe, takes, values, repeats: declared.array === true, fallback };
}
