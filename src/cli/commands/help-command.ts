import { closest, distance } from 'fastest-levenshtein';
import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import { explain, LISTS, spelled, TOPIC_NAMES } from '../help-topics.ts';
import { print } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 help findings', 'all findings'],
  ['$0 help AMOUNT_MISMATCH', 'one of them'],
  ['$0 help orders', 'a report with its columns and their units'],
];

const WIDTH = 100;

export function builder(yargs: Argv) {
  return yargs.positional('topic', { type: 'string', describe: 'A list, a code, a report or a command' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']>;

export async function handler(options: Options): Promise<void> {
  const name = options.topic ?? '';
  const text = explain(name, Math.min(WIDTH, process.stdout.columns ?? WIDTH));
  if (text === undefined)
    throw new Fault('USAGE', { where: 'help', found: name, expected: suggestion(name) });
  print(text);
}

/** The nearest topic, if at most one letter in three differs; otherwise the names of the lists. */
function suggestion(name: string): string {
  const nearest = closest(spelled(name), TOPIC_NAMES.map(spelled));
  if (distance(spelled(name), nearest) * 3 <= name.length) {
    return TOPIC_NAMES.find((topic) => spelled(topic) === nearest)!;
  }
  return `${LISTS.map((list) => list.name).join(', ')}, or a name that they list`;
}
