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
  /** `file` and `folder` if the description mentions one. */
  readonly takes: 'nothing' | 'number' | 'text' | 'file' | 'folder';
  /** The values known beforehand; others may be valid too. */
  readonly values: readonly string[];
  /** Whether several values may be given. */
  readonly repeats: boolean;
  /** The default, if the description does not mention it. */
  readonly fallback: string | undefined;
}

export interface PositionalDescription extends ValueDescription {
  readonly required: boolean;
}

export interface CommandDescription {
  /** One word, or two for a command of a group. */
  readonly name: string;
  /** The subcommands, for a group. */
  readonly subcommands: readonly string[];
  /** `order <order-no>` */
  readonly synopsis: string;
  readonly describe: string;
  readonly examples: readonly Example[];
  readonly positionals: readonly PositionalDescription[];
  /** Its own options, without the global ones. */
  readonly options: readonly ValueDescription[];
}

export interface ProgramDescription {
  /** Every command, and the commands of each group after the group. */
  readonly commands: readonly CommandDescription[];
  /** The global options, except for commands that declare an option of the same name. */
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

const regionNames = () => parseSettings({}).regions.map(({ name }) => name);

/**
 * Values that the declarations do not list as choices, because the settings extend them or an error message says more.
 */
const KNOWN_VALUES: Readonly<Record<string, () => readonly string[]>> = {
  ...Object.fromEntries(
    ACTIONS.map((action) => [`findings ${action} orders-and-code`, () => RULES.map(({ code }) => code)]),
  ),
  region: () => [...regionNames(), regionFolder(OTHER_REGION.name)],
  'ingest --region': regionNames,
  'calibrate --region': regionNames,
  bucket: () => PLAIN_BUCKET_NAMES,
  'job name': () => JOBS.map(({ name }) => name),
};

/** Options that yargs adds. */
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

/** Methods of yargs that do not affect what can be typed. */
const SILENT = ['version', 'conflicts', 'implies', 'check', 'epilogue', 'strict', 'coerce', 'middleware'];

/**
 * Describes the commands, options and values of the program. They are recorded from the same declarations that parse
 * the command line.
 */
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

/** The command with these values for its positionals. */
function withValues(command: CommandDescription, values: readonly string[]): CommandDescription {
  return { ...command, positionals: command.positionals.map((one) => ({ ...one, values })) };
}

/** Describes a command, or a group and its commands. */
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
  const { examples, builder = () => undefined } = await one.load();
  const { options, positionals } = recorded(name, builder);
  return {
    name,
    subcommands: [],
    synopsis: `${group}${one.command}`,
    describe: one.describe,
    examples: examples.map(asShown),
    options,
    // `<paths..>` is required and repeats; `[name]` is optional.
    positionals: [...one.command.matchAll(/([<[])([\w-]+)(\.\.)?[>\]]/g)].map(
      ([, bracket, positional, dots]) => ({
        ...positionals.find((each) => each.name === positional)!,
        required: bracket === '<',
        repeats: dots !== undefined,
      }),
    ),
  };
}

/** An example with `$0` replaced by the program's name, as yargs shows it. */
function asShown([line, purpose]: Example): Example {
  return [line.replace('$0', 'payin-recon'), purpose];
}

interface Recorded {
  options: ValueDescription[];
  positionals: ValueDescription[];
}

/** Runs a builder with a stand-in for yargs that records the declarations. */
function recorded(command: string, builder: (yargs: Argv) => unknown): Recorded {
  const found: Recorded = { options: [], positionals: [] };
  const recorder: unknown = new Proxy(
    {},
    {
      get:
        (_target, method) =>
        (first: never, more: Options = {}) => {
          if (method === 'option') {
            found.options.push(describeValue(first, [`${command} --${first}`, first], more));
          } else if (method === 'positional') {
            found.positionals.push(describeValue(first, [`${command} ${first}`], more));
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

/** @param keys of its known values, the first that there is */
function describeValue(name: string, keys: readonly string[], declared: Options): ValueDescription {
  const describe = declared.describe ?? '';
  const known = keys.map((key) => KNOWN_VALUES[key]).find((values) => values !== undefined);
  const values = (declared.choices ?? known?.() ?? []).map(String);
  const takes =
    declared.type === 'boolean'
      ? 'nothing'
      : declared.type === 'number'
        ? 'number'
        : /\bfiles?\b/i.test(describe)
          ? 'file'
          : /\bfolders?\b/i.test(describe)
            ? 'folder'
            : 'text';
  const fallback = declared.default === undefined ? undefined : String(declared.default);
  return { name, describe, takes, values, repeats: declared.array === true, fallback };
}
