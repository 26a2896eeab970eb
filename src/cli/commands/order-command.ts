import type { Argv } from 'yargs';
import { knownStories } from '../../books/order/read-story.ts';
import { storyText } from '../../books/order/story-text.ts';
import { settingsOf, withStore } from '../context.ts';
import { print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 order BR0000001234', 'its requests, answers, callbacks, statement rows, verdicts and decisions'],
  ['$0 order 0012345678 --merchant M0001 --json', 'the same of one merchant, for a program'],
];

export function builder(yargs: Argv) {
  return yargs
    .positional('order-no', {
      type: 'string',
      demandOption: true,
      describe: 'The order number as in the log',
    })
    .option('merchant', { type: 'string', requiresArg: true, describe: "Only this merchant's order" });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const orderNo = String(options.orderNo);
  const stories = await withStore(settings, (store) =>
    store.session((session) => knownStories(session, settings, orderNo, options.merchant)),
  );
  if (options.json === true) printJson(stories);
  else print(stories.map(storyText).join('\n\n'));
}
