import type { Argv } from 'yargs';
import { Fault } from '../errors.ts';
import { regionFolder } from '../export/publish.ts';
import { isoSeconds } from '../normalise/instant.ts';
import { type OrderStory, tellOrders } from '../operate/order-story.ts';
import { plain, textTable } from '../operate/text.ts';
import { settingsOf, withStore } from './context.ts';
import { print, printJson } from './print.ts';
import { type Example, usage } from './usage.ts';

export const command = 'order <order-no>';
export const describe = 'Everything known of one order, in time order, to the log line';

const EXAMPLES: readonly Example[] = [
  ['$0 order BR0000001234', 'its requests, answers, callbacks and verdicts'],
];

export function builder(yargs: Argv) {
  return yargs
    .usage(usage(command, describe, EXAMPLES))
    .positional('order-no', {
      type: 'string',
      demandOption: true,
      describe: 'The number as it stands in the log',
    })
    .option('merchant', { type: 'string', requiresArg: true, describe: "Only this merchant's order" });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const orderNo = String(options.orderNo);
  const stories = await withStore(settings, (store) =>
    store.session((session) => tellOrders(session, orderNo, options.merchant)),
  );
  if (stories.length === 0) throw new Fault('ORDER_UNKNOWN', { where: orderNo });
  if (options.json === true) printJson(stories);
  else print(stories.map(storyText).join('\n\n'));
}

function storyText(story: OrderStory): string {
  const { verdict } = story;
  const title = `Order ${plain(story.orderNo)} of merchant ${plain(story.merchantId)}`;
  const state =
    verdict === null
      ? 'Not reconciled yet.'
      : `${verdict.outcome}${verdict.findings === '' ? '' : ` (${verdict.findings})`}, ` +
        `business date ${verdict.businessDate}, region ${regionFolder(verdict.region)}`;
  const rows = story.events.map((event) => [
    event.at === null ? '' : isoSeconds(event.at),
    plain(event.what),
    plain(event.money ?? ''),
    [event.note, event.place].filter((part) => part !== null).join(', '),
  ]);
  return `${title}\n${state}\n\n${textTable(['When', 'What', 'Amount', 'Note'], rows, [])}`;
}
